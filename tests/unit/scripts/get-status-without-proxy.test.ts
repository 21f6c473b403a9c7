import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startServer } from '#tests/support/loopback-server.ts'

test('the health check never goes through a proxy', async () => {
  const { origin, seen } = await startServer(response => response.writeHead(200).end())
  const script = `
    import { getStatusWithoutProxy } from './scripts/watchdog.ts'
    const throughFetch = await fetch('${origin}/fetched').then(answer => answer.status, () => null)
    console.log(JSON.stringify([throughFetch, await getStatusWithoutProxy('${origin}/asked', 60_000)]))
  `
  const dead = 'http://127.0.0.1:1'
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '-e', script],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: dead,
        http_proxy: dead,
      },
    },
  )
  expect(JSON.parse(stdout)).toEqual([null, 200])
  expect(seen.map(({ url }) => url)).toEqual(['/asked'])
})
