/** The Chromium of the browser tests: an installed one, else Playwright's own, else Debian's. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findOnPath, install } from './programs.mjs'
import { binary, fail, nodePath, ROOT, toolEnv } from './setup.mjs'

/** The headless shell comes first, as in Playwright: it needs about half the processor time of the whole browser. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000

/** Returns the path of a Chromium, installing one when there is none. */
export async function ensureChromium() {
  const found = findChromium() ?? (await findPlaywrights())
  if (found) return found
  install(['chromium-headless-shell'])
  const installed = findChromium()
  if (installed) return installed
  console.log('Installing a Chromium for the browser tests …')
  spawnSync(nodePath(), [binary('playwright'), 'install', 'chromium'], {
    cwd: ROOT,
    env: toolEnv(),
    timeout: DOWNLOAD_TIMEOUT_MS,
    stdio: 'ignore',
  })
  return (
    (await findPlaywrights()) ??
    fail('No Chromium for the browser tests: install chromium or google-chrome, or set CHROMIUM_PATH.')
  )
}

function findChromium() {
  const { CHROMIUM_PATH } = process.env
  return CHROMIUM_PATH && existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : findOnPath(COMMANDS)
}

async function findPlaywrights() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}
