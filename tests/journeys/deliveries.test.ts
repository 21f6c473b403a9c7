import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { expectAccessible } from '#tests/support/journeys/accessible.ts'
import { expect, expectLeaveWarning, test } from '#tests/support/journeys/desk-test.ts'
import { resetSandbox, viewSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

test.beforeEach(resetSandbox)

test('a delivery is created, tested, reviewed and confirmed, shows each place, and ends', async ({
  page,
}) => {
  const sandbox = await viewSandbox()
  const ready = await sandbox.listEmployees(COMPLETED_PROJECT.id, 'photo_ready=1')
  await signIn(page)

  await test.step('a new delivery marks its missing fields, and checks the place', async () => {
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

  await test.step('the first run of a delivery waits for a review', async () => {
    await page.getByRole('combobox', { name: 'Project' }).selectOption(String(COMPLETED_PROJECT.id))
    await expectLeaveWarning(page)
    // Text typed for a kind of destination is kept. Each kind selects its usual system, and a step back restores the
    // chosen one. Naming schemes are listed apart from systems, as in the download dialog.
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

  await test.step('a confirmed run delivers everything, and shows where it is', async () => {
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

  await test.step('ending a delivery asks what happens to its photos', async () => {
    await page.getByRole('link', { name: /^At “Intranet” since / }).click()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Take photos away and end' }).click()
    await expect(page.getByTestId('run-counts')).toHaveText(`${ready.length} taken away`, { timeout: 60_000 })
    await expect(page.getByText(`${ready.length} × The delivery was ended.`)).toBeVisible()
  })

  await test.step('an earlier run still lists its people, outcomes and reasons', async () => {
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
