/** The Chromium of the browser tests: what is there, else Playwright's own, else Debian's. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { binary, fail, nodePath, ROOT, toolEnv } from './setup.mjs'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000

/** Returns the path of a Chromium, installing one when there is none. */
export async function ensureChromium() {
  const found = findOnPath() ?? (await findPlaywrights())
  if (found) return found
  console.log('Installing a Chromium for the browser tests …')
  spawnSync(nodePath(), [binary('playwright'), 'install', 'chromium'], {
    cwd: ROOT,
    env: toolEnv(),
    timeout: DOWNLOAD_TIMEOUT_MS,
    stdio: 'ignore',
  })
  const downloaded = await findPlaywrights()
  if (downloaded) return downloaded
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  return (
    findOnPath() ??
    fail('No Chromium for the browser tests: install chromium or google-chrome, or set CHROMIUM_PATH.')
  )
}

function findOnPath() {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH && existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH
  const candidates = PATH.split(delimiter).flatMap(folder => COMMANDS.map(command => join(folder, command)))
  return candidates.find(path => existsSync(path)) ?? null
}

async function findPlaywrights() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}
