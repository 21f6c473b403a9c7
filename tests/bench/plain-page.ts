import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { binary, ROOT } from '#scripts/setup.mjs'
import { ask } from './sign-in.ts'

const ROWS = 1_000

const FILES = {
  'package.json': '{ "name": "plain-next", "private": true, "type": "module" }',
  'next.config.mjs': `export default { compress: false, turbopack: { root: ${JSON.stringify(parse(ROOT).root)} } }`,
  'app/layout.jsx':
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }',
  // Asking for a header makes a page that is drawn for each request.
  'app/page.jsx': `
import { headers } from 'next/headers'
export default async function Page() {
  const host = (await headers()).get('host')
  const rows = Array.from({ length: ${ROWS} }, (_, index) => index)
  return <table><tbody>{rows.map(row => <tr key={row}><td>{row}</td><td>{host}</td><td>plain</td></tr>)}</tbody></table>
}`,
  'app/list/route.js': `
const data = Array.from({ length: 50 }, (_, id) => ({ id, first_name: 'Emre', last_name: 'Novák', email: 'x'.repeat(300) }))
export const dynamic = 'force-dynamic'
export function GET() { return Response.json({ data }) }`,
}

/**
 * The least that a page and a list cost on this machine: Next alone, with a table of 1,000 rows at `/` and 20 kB of JSON at `/list`.
 * Built with the desk's own packages, so that both are drawn by the same Next and React. Resolves to its address when it answers.
 */
export async function startPlainPage(port: number): Promise<{ origin: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'portrait-desk-plain-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const
  const built = spawnSync(process.execPath, [binary('next'), 'build'], { cwd: folder, env })
  if (built.status !== 0) throw new Error(String(built.stderr))
  const args = [binary('next'), 'start', '--hostname', '127.0.0.1', '--port', String(port)]
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => server.kill())
  const { promise, resolve } = Promise.withResolvers<void>()
  server.stdout.on('data', chunk => String(chunk).includes('Ready') && resolve())
  await promise
  const origin = `http://127.0.0.1:${port}`
  const { status } = await ask(origin)
  if (status !== 200) throw new Error(`The plain page answered ${status}.`)
  return {
    origin,
    async stop() {
      server.kill()
      await once(server, 'exit')
    },
  }
}
