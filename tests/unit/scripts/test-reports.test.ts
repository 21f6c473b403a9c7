import { expect, test } from 'vitest'
import { listVitestFiles, repeatFailed, summarize } from '#scripts/test-reports.mjs'

type Outcome = 'passed' | 'failed'

/** Returns a report in which each file has these tests; a file without tests failed to load. */
function summarizeRun(files: Record<string, Record<string, Outcome>>) {
  const testResults = Object.entries(files).map(([name, tests]) => ({
    name: `/desk/${name}`,
    status:
      Object.values(tests).every(outcome => outcome === 'passed') && name !== BROKEN ? 'passed' : 'failed',
    message: 'No such module.',
    startTime: 0,
    endTime: 1_000,
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: status === 'failed' ? ['Expected 1 to be 2.'] : [],
    })),
  }))
  const failed = testResults.some(({ status }) => status === 'failed')
  return summarize('unit', failed ? 1 : 0, listVitestFiles({ testResults }, '/desk'))
}

const A = 'tests/a.test.ts'
const B = 'tests/b.test.ts'
const BROKEN = 'tests/broken.test.ts'

test('a test that passes when it runs again is unstable and not failed', async () => {
  const first = summarizeRun({ [A]: { one: 'passed', two: 'failed' }, [B]: { three: 'passed' } })
  const result = await repeatFailed(first, async () =>
    summarizeRun({ [A]: { one: 'passed', two: 'passed' } }),
  )
  expect(result).toMatchObject({ passed: 3, failures: [], unstable: [`${A} › two`] })
})

test('a test that fails again stays failed, with its reason', async () => {
  const first = summarizeRun({ [A]: { one: 'failed' }, [B]: { two: 'failed' } })
  const result = await repeatFailed(first, async () =>
    summarizeRun({ [A]: { one: 'failed' }, [B]: { two: 'passed' } }),
  )
  expect(result).toMatchObject({ passed: 1, unstable: [`${B} › two`] })
  expect(result.failures).toEqual([expect.stringContaining(`${A} › one\n      Expected 1 to be 2.`)])
})

test('a file that cannot be loaded is a failure beside failed tests', async () => {
  const first = summarizeRun({ [A]: { one: 'failed' }, [BROKEN]: {} })
  const result = await repeatFailed(first, async () => summarizeRun({ [A]: { one: 'passed' }, [BROKEN]: {} }))
  expect(result.failures).toEqual([expect.stringContaining(`${BROKEN} › the file\n      No such module.`)])
})

test('a failed file that does not run again keeps all failures of the first run', async () => {
  const first = summarizeRun({ [A]: { one: 'failed' }, [B]: { two: 'failed' } })
  expect(await repeatFailed(first, async () => summarizeRun({ [A]: { one: 'passed' } }))).toBe(first)
})

test('a run that breaks without a failed test is not run again', async () => {
  const first = summarize('unit', 1, [{ name: A, seconds: 1, tests: [], passed: 1 }])
  const never = () => Promise.reject(new Error('It ran again.'))
  expect(await repeatFailed(first, never)).toBe(first)
  expect(first.failures).toEqual(['unit: no test failed, but the run did'])
})
