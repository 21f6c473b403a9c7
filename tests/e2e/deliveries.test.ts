import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import en from '#lib/i18n/en.json' with { type: 'json' }
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from './accessible.ts'
import { AWAY, expect, expectLeaveWarning, test, twoFrames } from './desk-test.ts'
import { putFault, resetSandbox, viewSandbox } from './sandbox.ts'
import { signIn } from './sign-in.ts'

test.beforeEach(resetSandbox)

test('a delivery is set up, tried, read and let go; then it is seen where each photo lies, and it ends', async ({
  page,
}) => {
  const sandbox = await viewSandbox()
  const ready = await sandbox.listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')
  await signIn(page)

  await test.step('what is missing is said where it is missing, and the place is tried', async () => {
    await page.goto('/deliveries')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New delivery' }).click()
    await expect(page.getByRole('heading', { name: 'New delivery' })).toBeVisible()
    await page.getByRole('button', { name: 'Begin the dry run' }).click()
    await expect(page.getByText('Please fill in.')).toHaveCount(2)
    await expect(page.getByRole('combobox', { name: 'Project' })).toBeFocused()
    const folder = page.getByRole('textbox', { name: 'Folder' })
    const allowed = await folder.inputValue()
    await folder.fill(`${allowed}/nowhere`)
    await page.getByRole('button', { name: 'Check place' }).click()
    await expect(page.getByText('This place does not exist. Please create it.')).toBeVisible()
    await expect(page.getByText('Please fill in.'), 'what is missing elsewhere is still missing').toHaveCount(
      2,
    )
    await folder.fill(allowed)
    await expect(page.getByText('There is no such place')).toHaveCount(0)
    await page.getByRole('button', { name: 'Check place' }).click()
    await expect(page.getByText(/^It works: a test file was written to /)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the first run waits until somebody has read it', async () => {
    await page.getByRole('combobox', { name: 'Project' }).selectOption(String(COMPLETED_PROJECT.id))
    await expectLeaveWarning(page)
    // What was typed for a kind of destination is there again. It brings its usual system; going back from it brings back the one that was chosen.
    // Ways to name files stand apart from systems, as in the dialog for downloads.
    const system = page.getByRole('button', { name: /^For which system/ })
    const chosen = (await system.textContent()) ?? ''
    await system.click()
    for (const name of ['Named files', 'Systems'])
      await expect(page.getByRole('group', { name, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    const folder = page.getByRole('textbox', { name: 'Folder' })
    const typedFolder = `${await folder.inputValue()}/`
    await folder.fill(typedFolder)
    await page.getByRole('radio', { name: /^Microsoft 365/ }).check()
    await expect(system).toContainText('Microsoft 365')
    const tenant = page.getByRole('textbox', { name: /^Tenant/ })
    await tenant.fill('example.onmicrosoft.com')
    await page.getByRole('radio', { name: /^Folder/ }).check()
    await expect(system).toHaveText(chosen)
    await expect(folder).toHaveValue(typedFolder)
    await page.getByRole('radio', { name: /^Microsoft 365/ }).check()
    await expect(tenant).toHaveValue('example.onmicrosoft.com')
    await page.getByRole('radio', { name: /^Folder/ }).check()
    await folder.fill(typedFolder.slice(0, -1))
    await page.getByLabel('Name').fill('Intranet')
    await page.getByRole('button', { name: 'Begin the dry run' }).click()
    await expect(page.getByRole('heading', { name: 'What this run would do' })).toBeVisible()
    await expect(page.getByTestId('run-counts')).toHaveText(`${ready.length} new`)
    await expect(page.getByRole('heading', { name: 'Where the photos are' })).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/projects')
    await page
      .getByText('The delivery “Intranet” waits for somebody to read what it would do.')
      .locator('..')
      .getByRole('link', { name: 'Show' })
      .click()
  })

  await test.step('then everything arrives, and it is seen where', async () => {
    await page.getByRole('button', { name: 'Deliver like this' }).click()
    await expect(page.getByTestId('run-counts')).toHaveText(`${ready.length} delivered`, { timeout: 120_000 })
    await expect(page.getByRole('switch', { name: 'Runs by itself' })).toBeChecked()
    const places = page.getByRole('region', { name: 'Where the photos are' })
    await places.getByRole('searchbox').fill(ready[0]?.last_name ?? '')
    await expect(
      places.getByRole('row', { name: new RegExp(ready[0]?.last_name ?? '') }).first(),
    ).toContainText('There')
    await expectAccessible(page)
    await page.goto(`/projects/${COMPLETED_PROJECT.id}/people/${ready[0]?.id}`)
    await expect(page.getByRole('link', { name: /^At “Intranet” since / })).toBeVisible()
    await expect(page.getByText('It was downloaded or delivered.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText('It is still at “Intranet”.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('who ends it decides what becomes of the photos', async () => {
    await page.getByRole('link', { name: /^At “Intranet” since / }).click()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Take photos away and end' }).click()
    await expect(page.getByTestId('run-counts')).toHaveText(`${ready.length} taken away`, { timeout: 60_000 })
    await expect(page.getByText(`${ready.length} × The delivery was ended.`)).toBeVisible()
  })

  await test.step('an earlier run still says with whom it did what, and why', async () => {
    await page.getByRole('button', { name: 'Show people' }).click()
    const people = page.getByRole('region', { name: 'Runs' }).getByRole('row')
    await expect(people.nth(1)).toContainText(/New.*Approved photo of .*Done/)
    await expect(people.getByText('Outcome:').first()).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    for (const label of ['What happens:', 'Why:', 'Outcome:'])
      await expect(people.getByText(label).first()).toBeVisible()
    await expectAccessible(page)
  })
})

test('who lets a run go by keyboard, and cancels it, stays at it; a second press ends nothing', async ({
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
  // A double click's second press, in the place where the first one was.
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

test.describe('what cannot be read anew as a delivery gets on', () => {
  test.use({ expectedStatuses: [502] })

  test('stays as it was, with the way to try again: the people of a run, earlier runs, and where photos are', async ({
    page,
  }) => {
    const sandbox = await viewSandbox()
    // A few photos do; of all others another one is asked for.
    const ready = await sandbox.listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')
    for (const person of ready.slice(6)) await sandbox.requestRetake(person.id)
    await signIn(page)
    await page.goto('/deliveries/new')
    await page.getByRole('combobox', { name: 'Project' }).selectOption(String(COMPLETED_PROJECT.id))
    const folder = page.getByRole('textbox', { name: 'Folder' })
    const own = `${await folder.inputValue()}/read-again`
    // This test may have been here before: no reset takes away what was delivered.
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
    /** Asks at once, in vain and then not. Once it can be read, the page may have done so by itself before the press. */
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
    await expect(places.getByRole('row').nth(1)).toContainText('Not there any more')
  })
})

test('a run that failed says when the next try is and what was not done; one that is started by hand promises nothing else', async ({
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
  // Not the project's name, which stands beside it everywhere; it follows what is chosen until somebody types another one.
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

test('files of others are read about before they go, a folder that is not there is refused where it was typed, and what is gone can be delivered again', async ({
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
  // This test may have been here before: no reset takes away what was delivered.
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
  await expect(page.getByText('1 delivered photo is not there any more')).toBeVisible()
  const places = page.getByRole('region', { name: 'Where the photos are' })
  await places.getByRole('searchbox').fill(second?.mitarbeiternummer ?? '')
  await expect(places.getByRole('row').nth(1)).toContainText('Not there any more')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deliver again' }).click()
  await expect(page.getByTestId('run-counts')).toHaveText(/^1 replaced/)
  await expect(page.getByText('delivered photo is not there any more')).toHaveCount(0)
  await expect(places.getByRole('row').nth(1)).toContainText('There')
  expect(existsSync(gone)).toBe(true)

  await test.step('what is typed to change it is asked about before it is lost; what was refused is not said again', async () => {
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
