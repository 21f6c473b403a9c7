/** How one gets to what is to be seen: the steps that several states share. */
import { showPlanAtRealPace } from './screen-doubles.mjs'

/** @typedef {import('@playwright/test').Page} Page */

export const LARGE = 101
export const MIXED = 102
export const EMPTY = 103
export const PROJECT_PAGE = `/projects/${MIXED}`
/** The one thing that leads on from a step of the import: it stands beside the step's heading. */
export const GO_ON = '#content div:has(> div > h2[tabindex]) button'

/** @param {Page} page */
export async function submit(page) {
  await page.locator('form button[type=submit]').last().click()
}

/** Its scripts have come when it has nothing more to ask for. @param {Page} page */
export async function openProject(page) {
  await page.goto(PROJECT_PAGE)
  await page.waitForLoadState('networkidle')
}

/** @param {Page} page */
export async function selectThree(page) {
  await openProject(page)
  for (const row of [1, 2, 4]) await page.locator('[data-select]').nth(row).click()
  await page.locator('.selection-bar button').last().waitFor()
}

/** @param {Page} page */
export async function openSelectionMenu(page) {
  await page.locator('.selection-bar button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem').first().waitFor()
}

/** @param {Page} page */
export async function openDownloadDialog(page) {
  await showPlanAtRealPace(page)
  await openProject(page)
  const planned = page.waitForResponse('**/api/exports/plan')
  await page.locator('#content button[aria-haspopup=dialog]').nth(1).click()
  await page.getByRole('dialog').waitFor()
  await planned
  await page.waitForFunction(() => document.querySelector('[role=dialog] .animate-pulse') === null)
}

const LIST = `Pers.-Nr.;Name;E-Mail dienstlich;Sprache;Abteilung
00901;Müller, Jörg;joerg.mueller@neu.example;Deutsch;IT
00902;Öztürk, Ayşe;keine-adresse;Deutsch;IT
00903;Nguyễn, Linh;linh.nguyen@neu.example;Englisch;Einkauf
00904;Doppelt, Dora;dora@neu.example;Deutsch;Einkauf
00905;Doppelt, Dieter;DORA@neu.example;Deutsch;Einkauf
00906;Weiß, Zoë;zoe.weiss@neu.example;Klingonisch;Recht
00907;Łukasiewicz, Paweł;pawel.lukasiewicz@neu.example;Deutsch;Recht
909;Kurz, Karl;karl.kurz@neu.example;Englisch;Vertrieb
00910;d’Angelo, Chiara;chiara.dangelo@neu.example;Deutsch;Vertrieb
`

/**
 * @param {Page} page
 * @param {{ name: string, mimeType: string, text: string }} file
 */
export async function giveList(page, { name, mimeType, text }) {
  await page.waitForLoadState('networkidle')
  await page.locator('#content input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
}

/**
 * To the preview of the list (1), to its columns (2), to the check of its rows (3).
 * @param {Page} page
 * @param {1 | 2 | 3} step
 */
export async function goToImport(page, step) {
  await page.goto(`/projects/${EMPTY}/import`)
  await giveList(page, { name: 'Neueintritte.csv', mimeType: 'text/csv', text: LIST })
  await page.locator('#content table').first().waitFor()
  for (let done = 1; done < step; done++) {
    const heading = await page.locator('#content h2').first().textContent()
    await page.locator(GO_ON).last().click()
    await page
      .locator('#content h2')
      .first()
      .filter({ hasNotText: heading ?? '' })
      .waitFor()
  }
}

/** Before a list is sent its person is asked once. @param {Page} page */
export async function askToSend(page) {
  await goToImport(page, 3)
  await page.locator(GO_ON).last().click()
  await page.getByRole('alertdialog').waitFor()
}

/** @param {Page} page */
export async function openHelp(page) {
  await page.goto('/projects')
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('?')
  await page.locator('[role=dialog] h4').first().waitFor()
}
