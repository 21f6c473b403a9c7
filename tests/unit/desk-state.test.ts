import { describe, expect, test } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'

const nextTest = Promise.withResolvers<void>()
let leftBehind: Promise<unknown[]> | undefined

async function load() {
  const [{ singleton }, { getEnv }] = await Promise.all([
    import('#lib/singleton.ts'),
    import('#lib/settings/env.ts'),
  ])
  return { singleton, getEnv }
}

// In sequence, even if other tests run in random order.
describe('state that a test leaves behind', { shuffle: false }, () => {
  test('a test leaves a continuation that runs after its end', async () => {
    applySettings({ APP_NAME: 'first' })
    const { singleton, getEnv } = await load()
    expect([singleton('thing', () => 'of the first'), getEnv().appName]).toEqual(['of the first', 'first'])
    const goOn = async () => {
      await nextTest.promise
      return [singleton('thing', () => 'anew'), singleton('late', () => 'of the first'), getEnv().appName]
    }
    leftBehind = goOn()
  })

  test('a leftover continuation keeps its own state and settings, and the next test has new ones', async () => {
    applySettings({ APP_NAME: 'second' })
    const { singleton, getEnv } = await load()
    nextTest.resolve()
    expect(await leftBehind).toEqual(['of the first', 'of the first', 'first'])
    const own = () => [singleton('thing', () => 'of the second'), singleton('late', () => 'of the second')]
    expect([...own(), getEnv().appName]).toEqual(['of the second', 'of the second', 'second'])
  })
})

test('a second desk in the same test is another process with its own modules and state', async () => {
  applySettings({ APP_NAME: 'one' })
  const one = await load()
  expect(one.getEnv().appName).toBe('one')
  applySettings({ APP_NAME: 'two' })
  const two = await load()
  expect([one.getEnv().appName, two.getEnv().appName]).toEqual(['one', 'two'])
  expect(two.singleton).not.toBe(one.singleton)
})
