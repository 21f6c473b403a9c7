import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { AWAY, expect, test, twoFrames } from '#tests/support/journeys/desk-test.ts'
import { putFault, resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.beforeEach(resetSandbox)

test('starting and cancelling a run by keyboard keeps the focus, and a second press does nothing', async ({
  page,
}) => {
  const cancelled: string[] = []
  page.on('request', request => {
    if (request.method() === 'DELETE') cancelled.push(request.url())
  })
  await signIn(page)
  await page.goto('/deliveries/new')
  await page.getByRole('combobox', { name: 'Project' }).selectOption(String(COMPLETED_PROJECT.id))
  const folder = page.getByRole('textbox', { name: 'Folder' })
  const own = `${await folder.inputValue()}/by-keyboard`
  mkdirSync(own, { recursive: true })
  await folder.fill(own)
  await page.getByLabel('Name').fill('By keyboard')
  await page.getByRole('button', { name: 'Begin the dry run' }).click()
  await putFault({ path: '/employees/*/photo', times: 999, answer: { kind: 'delay', ms: 60_000 } })
  await page.getByRole('button', { name: 'Deliver like this' }).press('Enter')
  const cancel = page.getByRole('button', { name: 'Cancel run' })
  const run = page.getByRole('region', { name: 'Last run' })
  await expect(cancel).toBeVisible()
  await expect(run).toBeFocused()
  await page.keyboard.press('Enter')
  // The second press of a double click, in the place of the first one.
  await cancel.dispatchEvent('click', { detail: 2 })
  await twoFrames(page)
  await expect(cancel).not.toHaveAttribute('aria-disabled')
  expect(cancelled).toEqual([])
  await cancel.press('Enter')
  await expect(cancel).toHaveCount(0)
  await expect(run).toBeFocused()
  expect(cancelled).toHaveLength(1)
  await page.getByRole('button', { name: 'Deliver now' }).press('Enter')
  await expect(cancel).toBeVisible()
  await expect(run).toBeFocused()
})

test.describe('failing reloads during a delivery', () => {
  test.use({ expectedStatuses: [502] })

  test('people of a run, earlier runs and places stay shown with a retry when a reload fails', async ({
    page,
  }) => {
    const sandbox = await viewSandbox()
    // A few photos suffice, so all other people get a retake.
    const ready = await sandbox.listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')
    for (const person of ready.slice(6)) await sandbox.requestRetake(person.id)
    await signIn(page)
    await page.goto('/deliveries/new')
    await page.getByRole('combobox', { name: 'Project' }).selectOption(String(COMPLETED_PROJECT.id))
    const folder = page.getByRole('textbox', { name: 'Folder' })
    const own = `${await folder.inputValue()}/read-again`
    // This test may have run before, and no reset deletes delivered photos.
    rmSync(own, { recursive: true, force: true })
    mkdirSync(own, { recursive: true })
    await folder.fill(own)
    await page.getByRole('button', { name: 'Begin the dry run' }).click()
    const people = page.getByRole('region', { name: en.deliveries.items.title })
    await expect(people.getByRole('row').nth(1)).toBeVisible()

    const [ofRun, ofPlaces, ofRuns] = [
      '**/runs/*/items*',
      /\/api\/deliveries\/[^/]+\/places/,
      '**/runs',
    ] as const
    const fail = (address: string | RegExp) =>
      page.route(address, route =>
        route.request().method() === 'GET' ? route.fulfill(AWAY) : route.continue(),
      )
    const problemIn = (name: string) =>
      page.getByRole('region', { name, exact: true }).getByText(en.errors.service_unreachable)
    /**
     * Presses the retry once while it fails and once when it works. Before the second press the page may have reloaded
     * by itself.
     */
    const tryAgain = async (name: string, address: string | RegExp) => {
      const button = page
        .getByRole('region', { name, exact: true })
        .getByRole('button', { name: en.app.tryAgain })
      const asked = page.waitForRequest(address)
      await button.click()
      await asked
      await page.unroute(address)
      await expect(async () => {
        await button.click({ timeout: 1_000 }).catch(() => {})
        await expect(problemIn(name)).toHaveCount(0, { timeout: 2_000 })
      }).toPass()
    }
    await fail(ofRun)
    await page.getByRole('button', { name: 'Deliver like this' }).click()
    await expect(page.getByTestId('run-counts')).toHaveText(/^\d+ delivered/, { timeout: 120_000 })
    await expect(problemIn(en.deliveries.items.title)).toBeVisible()
    await expect(people.getByRole('row').nth(1)).toBeVisible()
    await tryAgain(en.deliveries.items.title, ofRun)
    await expect(people.getByRole('row').nth(1)).toContainText('Done')

    const places = page.getByRole('region', { name: en.deliveries.record.title })
    const runs = page.getByRole('region', { name: en.deliveries.runs.title, exact: true })
    await expect(places.getByRole('row').nth(1)).toBeVisible()
    await page.getByRole('button', { name: 'Deliver now' }).click()
    await expect(page.getByText(en.deliveries.result.nothing).first()).toBeVisible()
    await expect(runs.getByRole('listitem').first()).toBeVisible()
    await fail(ofPlaces)
    await fail(ofRuns)
    const [file = ''] = /\S+\.jpg/.exec(await places.getByRole('row').nth(1).innerText()) ?? []
    rmSync(join(own, basename(file)))
    await page.getByRole('button', { name: 'Deliver now' }).click()
    await expect(problemIn(en.deliveries.record.title)).toBeVisible()
    await expect(problemIn(en.deliveries.runs.title)).toBeVisible()
    await expect(places.getByRole('row').nth(1)).toBeVisible()
    await expect(runs.getByRole('listitem').first()).toBeVisible()
    await tryAgain(en.deliveries.runs.title, ofRuns)
    await expect(runs.getByRole('listitem')).toHaveCount(2)
    await tryAgain(en.deliveries.record.title, ofPlaces)
    await expect(places.getByRole('row').nth(1)).toContainText('No longer there')
  })
})

test('a failed run names the next try and the open work, and one by hand promises no more', async ({
  page,
  expectedStatuses,
}) => {
  expectedStatuses.push(422)
  await signIn(page)
  await page.goto('/deliveries/new')
  await page.getByRole('combobox', { name: 'Project' }).selectOption(String(COMPLETED_PROJECT.id))
  const folder = page.getByRole('textbox', { name: 'Folder' })
  const gone = `${await folder.inputValue()}/gone`
  mkdirSync(gone, { recursive: true })
  await folder.fill(gone)
  await page.getByLabel('Name').fill('Gone')
  await page.getByRole('button', { name: 'Begin the dry run' }).click()
  await expect(page.getByText('after that, the delivery runs by itself')).toBeVisible()
  rmdirSync(gone)
  await page.getByRole('button', { name: 'Deliver like this' }).click()
  await expect(page.getByText('This place does not exist.')).toBeVisible()
  await expect(page.getByText(/^Next try: /)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Not done' }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change delivery' })
  await dialog.getByLabel('Name').fill('   ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please fill in.')).toBeVisible()
  await dialog.getByLabel('Name').fill('By hand')
  await dialog.getByText('By hand only', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'By hand' })).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)

  await page.goto('/deliveries/new')
  await page.getByRole('combobox', { name: 'Project' }).selectOption(String(COMPLETED_PROJECT.id))
  // The proposed name does not repeat the project's name, and follows the chosen kind until the user types another one.
  const name = page.getByRole('textbox', { name: /^Name/ })
  await expect(name).toHaveValue(/^Folder · \d/)
  await page.getByRole('radio', { name: /^SFTP server/ }).check()
  await expect(name).toHaveValue(/^SFTP server · \d/)
  await name.fill('Cards')
  await page.getByRole('radio', { name: /^Folder/ }).check()
  await expect(name).toHaveValue('Cards')
  await page.getByText('By hand only', { exact: true }).click()
  await page.getByRole('button', { name: 'Begin the dry run' }).click()
  await expect(page.getByText('afterwards it runs when somebody chooses “Deliver now”')).toBeVisible()
})

test('foreign files need a confirmation, a missing folder is refused, a lost file is redelivered', async ({
  page,
  expectedStatuses,
}) => {
  expectedStatuses.push(422)
  const sandbox = await viewSandbox()
  const ready = await sandbox.listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')
  const [first, second] = ready
  await signIn(page)
  await page.goto('/deliveries/new')
  await page.getByRole('combobox', { name: 'Project' }).selectOption(String(COMPLETED_PROJECT.id))
  const field = page.getByRole('textbox', { name: 'Folder' })
  const folder = join(await field.inputValue(), 'shared')
  // This test may have run before, and no reset deletes delivered photos.
  rmSync(folder, { recursive: true, force: true })
  await field.fill(folder)
  await page.getByRole('button', { name: 'Begin the dry run' }).click()
  await expect(page.getByText('This place does not exist.')).toBeVisible()
  await expect(field).toBeFocused()
  mkdirSync(folder)
  writeFileSync(join(folder, `${first?.mitarbeiternummer}.jpg`), 'of somebody else')
  await field.press('End')
  await page.getByRole('button', { name: 'Begin the dry run' }).click()
  await expect(page.getByText('A file of the same name is there already and does not come')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deliver like this' }).click()
  await expect(page.getByTestId('run-counts')).toHaveText(`${ready.length} delivered`, { timeout: 120_000 })

  const gone = join(folder, `${second?.mitarbeiternummer}.jpg`)
  rmSync(gone)
  await page.getByRole('button', { name: 'Deliver now' }).click()
  await expect(page.getByText('1 delivered photo is no longer there')).toBeVisible()
  const places = page.getByRole('region', { name: 'Where the photos are' })
  await places.getByRole('searchbox').fill(second?.mitarbeiternummer ?? '')
  await expect(places.getByRole('row').nth(1)).toContainText('No longer there')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deliver again' }).click()
  await expect(page.getByTestId('run-counts')).toHaveText(/^1 replaced/)
  await expect(page.getByText('delivered photo is no longer there')).toHaveCount(0)
  await expect(places.getByRole('row').nth(1)).toContainText('There')
  expect(existsSync(gone)).toBe(true)

  await test.step('unsaved changes of a delivery are asked about, and an old refusal is not repeated', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('By night')
    await page.mouse.click(5, 5)
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(name).toHaveValue('By night')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'By night' })).toBeVisible()

    expectedStatuses.push(AWAY.status)
    await page.route('**/api/deliveries/*', route =>
      route.request().method() === 'DELETE' ? route.fulfill(AWAY) : route.continue(),
    )
    const end = page.getByRole('button', { name: 'End', exact: true })
    const dialog = page.getByRole('dialog', { name: 'End “By night”?' })
    await end.click()
    await dialog.getByRole('button', { name: 'Leave photos there and end' }).click()
    const refused = dialog.getByText(en.errors.service_unreachable)
    await expect(refused).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await end.click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect(refused).toHaveCount(0)
  })
})
