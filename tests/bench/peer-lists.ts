import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { ensureChromium } from '#scripts/browser.mjs'
import { startPracticeDesk } from '#scripts/practice-desk.mjs'
import { ensureBuilt, ROOT } from '#scripts/setup.mjs'
import {
  addVitals,
  fillProject,
  KEY_MS,
  listenForInp,
  measureScrolling,
  readInp,
  WORDS,
} from './browser-measures.ts'

/** Outside of the desk's own packages: only this bench needs them, and installs them when it runs. */
const FOLDER = join(ROOT, '.cache', 'peers')
export const VERSIONS = {
  'react-admin': '5.15.4',
  'ag-grid-community': '36.2.0',
  react: '19.3.1',
  'react-dom': '19.3.1',
}
const PORT = 3569
const SANDBOX = 'http://127.0.0.1:4569'
const PEOPLE = 5_000
const ROWS = 200
/** The scroll distance of 200 rows of the desk. */
const FAR_PX = 9_000
const KB = 1000

/** A list with the same columns and a search field, built like the first page of its documentation. */
const REACT_ADMIN = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, DateField, EmailField, List, Resource, SearchInput, TextField } from 'react-admin'
const dataProvider = {
  async getList(resource, { pagination: { page, perPage }, filter: { q = '' }, signal }) {
    const answer = await fetch('/people?' + new URLSearchParams({ page, perPage, q }), { signal })
    return answer.json()
  },
}
const People = () =>
  h(List, { filters: [h(SearchInput, { source: 'q', alwaysOn: true, key: 'q' })], perPage: ${ROWS} },
    h(Datagrid, { bulkActionButtons: undefined },
      h(TextField, { source: 'mitarbeiternummer' }), h(TextField, { source: 'last_name' }),
      h(TextField, { source: 'first_name' }), h(EmailField, { source: 'email' }), h(TextField, { source: 'locale' }),
      h(TextField, { source: 'status' }), h(DateField, { source: 'invited_at' }), h(DateField, { source: 'uploaded_at' }),
      h(DateField, { source: 'photo.edited_at' })))
createRoot(document.getElementById('root')).render(
  h(Admin, { dataProvider, disableTelemetry: true }, h(Resource, { name: 'people', list: People })))
`

/** All people in the browser, with its own quick filter. */
const AG_GRID = `
import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
ModuleRegistry.registerModules([AllCommunityModule])
const root = document.getElementById('root')
root.innerHTML = '<input id="q" style="height: 40px"><div id="grid" style="height: 840px"></div>'
const fields = ['mitarbeiternummer', 'last_name', 'first_name', 'email', 'locale', 'status', 'invited_at', 'uploaded_at', 'photo.edited_at']
const grid = createGrid(document.getElementById('grid'), {
  columnDefs: fields.map(field => ({ field, flex: 1 })), rowHeight: 48, rowSelection: { mode: 'multiRow' },
  rowData: (await (await fetch('/people?page=1&perPage=${PEOPLE}&q=')).json()).data,
})
document.getElementById('q').addEventListener('input', ({ target }) => grid.setGridOption('quickFilterText', target.value))
`

type ListMeasure = {
  name: string
  /** JavaScript until the page is complete, gzipped. */
  scriptsKb: number
  inpMs: number
  inpWords: string
  framesPerSecond: number
  framesWords: string
}

/** 5,000 people in the desk, in react-admin and in AG Grid, one after another in the same browser. */
export async function measureLists(): Promise<ListMeasure[]> {
  await ensureBuilt()
  installPeers()
  const desk = await startPracticeDesk({ port: PORT, sandboxPort: Number(new URL(SANDBOX).port) })
  await fillProject(SANDBOX, PEOPLE)
  const peers = await servePeers(await readPeople())
  const browser = await chromium.launch({ executablePath: await ensureChromium() })
  try {
    return [
      await measureDesk(browser, desk),
      await measureReactAdmin(browser, `${peers.origin}/react-admin`),
      await measureGrid(browser, `${peers.origin}/ag-grid`),
    ]
  } finally {
    await browser.close()
    peers.stop()
  }
}

async function measureDesk(browser: Browser, baseURL: string): Promise<ListMeasure> {
  const { page } = await openPage(browser, { baseURL })
  await page.goto('/sign-in')
  await page.locator('form button[type=submit]').last().click()
  await page.waitForURL('**/projects')
  const path = `/projects/${EMPTY_PROJECT.id}`
  await page.goto(path)
  await page.getByText(/ loaded$/).waitFor({ state: 'detached' })
  const fresh = await openPage(browser, { baseURL, storageState: await page.context().storageState() })
  await fresh.page.goto(path)
  await settle(fresh.page)
  const ownKb = fresh.scriptsKb()
  await fresh.page.context().close()
  const inp = await typeWords(page, {
    open: () => page.goto(path),
    field: 'main input[type=search]',
    found: word => page.waitForURL(url => url.searchParams.get('q') === word),
  })
  const frames = await measureScrolling(page, async () => {
    await page.goto(`${path}?per_page=${ROWS}`)
    await page
      .locator('tr[data-person]')
      .nth(ROWS - 1)
      .waitFor({ state: 'attached' })
    await settle(page)
  })
  await page.context().close()
  return toMeasure('Portrait Desk', { scriptsKb: ownKb, inp, frames })
}

async function measureReactAdmin(browser: Browser, address: string): Promise<ListMeasure> {
  const typed = await openPage(browser, {})
  // The page remembers a search, so another browser scrolls.
  const scrolled = await openPage(browser, {})
  const open = async (page: Page) => {
    await page.goto(address)
    await page
      .locator('tbody tr')
      .nth(ROWS - 1)
      .waitFor({ state: 'attached' })
    await settle(page)
  }
  const inp = await typeWords(typed.page, {
    open: () => open(typed.page),
    field: 'input[name=q]',
    found: word =>
      typed.page
        .waitForResponse(answer => new URL(answer.url()).searchParams.get('q') === word)
        .then(() => {}),
  })
  const frames = await measureScrolling(scrolled.page, () => open(scrolled.page), { until: FAR_PX })
  const scriptsKb = scrolled.scriptsKb()
  await Promise.all([typed, scrolled].map(({ page }) => page.context().close()))
  return toMeasure(`react-admin ${VERSIONS['react-admin']}`, { scriptsKb, inp, frames })
}

async function measureGrid(browser: Browser, address: string): Promise<ListMeasure> {
  const { page, scriptsKb } = await openPage(browser, {})
  const open = async () => {
    await page.goto(address)
    await page.locator('.ag-row').first().waitFor()
    await settle(page)
  }
  await open()
  const ownKb = scriptsKb()
  const inp = await typeWords(page, { open, field: '#q', found: async () => settle(page) })
  const box = await page.evaluate(() => {
    const scrolls = [...document.querySelectorAll<HTMLElement>('#grid *')].find(
      ({ scrollHeight, clientHeight }) => scrollHeight > 50_000 && clientHeight > 300 && clientHeight < 1_000,
    )
    if (scrolls) scrolls.dataset.box = ''
    return scrolls ? `.${[...scrolls.classList].join('.')}` : null
  })
  if (!box) throw new Error('Nothing scrolls in the grid.')
  const frames = await measureScrolling(page, open, { box, until: FAR_PX })
  await page.context().close()
  return toMeasure(`AG Grid Community ${VERSIONS['ag-grid-community']}`, { scriptsKb: ownKb, inp, frames })
}

function toMeasure(
  name: string,
  measured: {
    scriptsKb: number
    inp: { value: number; words: string }
    frames: { perSecond: number; words: string }
  },
): ListMeasure {
  return {
    name,
    scriptsKb: measured.scriptsKb,
    inpMs: measured.inp.value,
    inpWords: measured.inp.words,
    framesPerSecond: measured.frames.perSecond,
    framesWords: measured.frames.words,
  }
}

type Typing = { open: () => Promise<unknown>; field: string; found: (word: string) => Promise<void> }

async function typeWords(page: Page, { open, field, found }: Typing) {
  await open()
  await settle(page)
  await listenForInp(page)
  const input = page.locator(field).first()
  for (const word of WORDS) {
    const isFound = found(word)
    await input.pressSequentially(word, { delay: KEY_MS })
    await isFound
    await settle(page)
    await input.press('ControlOrMeta+a')
    await input.press('Backspace')
    await settle(page)
  }
  return readInp(page)
}

async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0]) {
  const context: BrowserContext = await browser.newContext({
    locale: 'en',
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  await addVitals(context)
  const page = await context.newPage()
  const sizes: number[] = []
  page.on('response', answer => {
    if (answer.request().resourceType() !== 'script') return
    // Compresses the bytes with gzip itself, so that the measure is the same for all servers.
    void answer
      .body()
      .then(body => sizes.push(gzipSync(body).length))
      .catch(() => {})
  })
  return { page, scriptsKb: () => sizes.reduce((sum, size) => sum + size, 0) / KB }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

function installPeers(): void {
  mkdirSync(join(FOLDER, 'src'), { recursive: true })
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: VERSIONS }, null, 2)
  const manifest = join(FOLDER, 'package.json')
  if (existsSync(manifest) && readFileSync(manifest, 'utf8') === wanted) return
  process.stderr.write('Installing react-admin and AG Grid …\n')
  writeFileSync(manifest, wanted)
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
  if (status === 0) return
  writeFileSync(manifest, '{}')
  throw new Error('npm could not install react-admin and AG Grid.')
}

async function bundle(name: string, source: string): Promise<Buffer> {
  const file = join(FOLDER, 'src', `${name}.js`)
  writeFileSync(file, source)
  const build = await rolldown({
    input: file,
    cwd: FOLDER,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: () => {},
  })
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  return Buffer.from(output[0].code)
}

async function servePeers(people: Employee[]) {
  const pages: Record<string, Buffer> = {
    'react-admin': await bundle('react-admin', REACT_ADMIN),
    'ag-grid': await bundle('ag-grid', AG_GRID),
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peers')
    const name = pathname.slice(1).replace('.js', '')
    response.setHeader('content-encoding', 'gzip')
    const send = (type: string, body: string | Buffer) =>
      response.setHeader('content-type', type).end(gzipSync(body))
    if (pathname === '/people') send('application/json', JSON.stringify(find(people, searchParams)))
    else if (!pages[name]) response.writeHead(404).end()
    else if (pathname.endsWith('.js')) send('text/javascript', pages[name])
    else
      send(
        'text/html',
        `<!doctype html><meta charset="utf-8"><div id="root"></div><script type="module" src="/${name}.js"></script>`,
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

function find(people: Employee[], search: URLSearchParams) {
  const [page, perPage] = [Number(search.get('page')), Number(search.get('perPage'))]
  const word = search.get('q')?.toLowerCase() ?? ''
  const found = people.filter(({ first_name, last_name, email }) =>
    `${first_name} ${last_name} ${email}`.toLowerCase().includes(word),
  )
  return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length }
}

async function readPeople(): Promise<Employee[]> {
  const made = await fetch(`${SANDBOX}/portal/keys`, { method: 'POST' })
  const { data } = (await made.json()) as { data: { key: string } }
  const people: Employee[] = []
  for (let page = 1; people.length < PEOPLE; page += 1) {
    const address = `${SANDBOX}/api/v1/projects/${EMPTY_PROJECT.id}/employees?per_page=${ROWS}&page=${page}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${data.key}` } })
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`)
    people.push(...((await answer.json()) as { data: Employee[] }).data)
  }
  return people
}
