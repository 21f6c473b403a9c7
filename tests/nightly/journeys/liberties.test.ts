import { paths } from '#lib/address/paths.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { expect, test } from '#tests/support/journeys/desk-test.ts'
import { SANDBOX_URL } from '#tests/support/journeys/ports.ts'
import { clearFaults, createKey, putFault, resetSandbox } from '#tests/support/journeys/sandbox.ts'
import { signIn } from '#tests/support/journeys/sign-in.ts'

const PATH = `/projects/${COMPLETED_PROJECT.id}/employees`

test.beforeEach(resetSandbox)
test.afterEach(clearFaults)

/** The service has an unknown status for the first person, and an unreadable record for the second. */
async function startLiberties() {
  const headers = { authorization: `Bearer ${await createKey()}` }
  const answer = await fetch(`${SANDBOX_URL}/api/v1${PATH}?per_page=200`, { headers })
  const page = (await answer.json()) as { data: object[] }
  const [first, , ...rest] = page.data
  const data = [{ ...first, status: 'on_hold' }, null, ...rest]
  await putFault({
    method: 'GET',
    path: PATH,
    times: 999,
    answer: { kind: 'status', status: 200, body: { ...page, data } },
  })
  return { total: page.data.length }
}

test('an unknown status and an unreadable record are shown, and explained at Connection', async ({
  page,
}) => {
  const { total } = await startLiberties()
  await signIn(page)
  await page.goto(paths.project(COMPLETED_PROJECT.id))
  await expect(
    page.getByText(`1 of ${total} records of the portrait service could not be read`),
  ).toBeVisible()
  await expect(page.getByRole('grid').getByText('on_hold')).toBeVisible()
  await page.getByRole('button', { name: /^Other status/ }).click()
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await page.goto(paths.connect())
  const news = page.getByRole('list', { name: 'The portrait service says something new' })
  await expect(news.getByText('status = on_hold')).toBeVisible()
  await expect(news.getByText('in 1 record')).toBeVisible()
})

test('a person whose project is missing in the list is shown by a link', async ({ page }) => {
  const headers = { authorization: `Bearer ${await createKey()}` }
  const list = await fetch(`${SANDBOX_URL}/api/v1${PATH}?per_page=200`, { headers })
  const { meta, ...first } = (await list.json()) as EmployeePage
  const [person, ...data] = first.data
  if (!person) throw new Error('The seed has nobody.')
  // No list contains the person either.
  const others = { ...first, data, meta: { ...meta, total: data.length } }
  const listed = { kind: 'status', status: 200, body: others } as const
  await putFault({ method: 'GET', path: PATH, times: 999, answer: listed })
  const alone = { kind: 'status', status: 200, body: { data: { ...person, project_id: undefined } } } as const
  await putFault({ method: 'GET', path: `/employees/${person.id}`, times: 999, answer: alone })
  await signIn(page)
  await page.goto(paths.person(COMPLETED_PROJECT.id, person.id))
  await expect(page.getByRole('dialog').getByLabel('Last name')).toHaveValue(person.last_name)
})
