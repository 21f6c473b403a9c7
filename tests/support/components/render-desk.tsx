import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl/react'
import { page } from 'vitest/browser'
import { EmployeesPage } from '#components/employees/employees-page.tsx'
import { DeskShell } from '#components/shell/desk-shell.tsx'
import { LiveRegion } from '#components/ui/announce.tsx'
import type { User } from '#lib/contracts/session.ts'
import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }
import { type AppLocale, formats, LOCALE_TAGS } from '#lib/locales.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { DEFAULT_VIEW, type TableView } from '#lib/preferences/table-view.ts'
import { deskApi } from './desk-api.ts'
import { TIME_ZONE } from './env.ts'
import { onRefresh, usePathname } from './next-navigation.ts'
import { toPage } from './people-routes.ts'

const MESSAGES = { de, en }
const HEIGHT = 900
const WIDTH = 1280

export const HANNA: User = { id: '1', email: 'hanna@example.com', role: 'editor' }

type DeskOptions = {
  locale?: AppLocale
  user?: User
  /** Pixels. */
  width?: number
  /** The address at which the desk opens. */
  path?: string
  bar?: ReactNode
  foot?: ReactNode
}

let root: Root | null = null
let isWide = true

/**
 * Renders a page in the shell of the desk: its texts, queries, toasts and live region. A function is called like a
 * server component: for each address, and when the page is refreshed.
 */
export async function renderDesk(
  content: ReactNode | (() => ReactNode),
  options: DeskOptions = {},
): Promise<void> {
  const { locale = 'de', user = HANNA, width = WIDTH, path = '/', bar = null, foot = null } = options
  leaveDesk()
  if (width !== WIDTH || !isWide) await page.viewport(width, HEIGHT)
  isWide = width === WIDTH
  history.pushState(null, '', path)
  document.documentElement.lang = locale
  const place = document.createElement('div')
  place.className = 'flex min-h-dvh flex-col'
  document.body.append(place)
  const drawn = createRoot(place)
  root = drawn
  // Runs the effects as well, so that the page is interactive when this returns.
  flushSync(() =>
    drawn.render(
      <IntlProvider
        locale={LOCALE_TAGS[locale]}
        messages={MESSAGES[locale]}
        timeZone={TIME_ZONE}
        formats={formats}
        now={new Date()}
      >
        <DeskShell
          connection={{ connected: true, by: 'company' }}
          user={user}
          administrators={['admin@example.com']}
          bar={bar}
          foot={foot}
        >
          <Page content={content} />
        </DeskShell>
        <LiveRegion />
      </IntlProvider>,
    ),
  )
}

/** Closes the page. Its stored data stays, as with a reload. */
export function leaveDesk(): void {
  root?.unmount()
  root = null
  document.body.replaceChildren()
}

type ProjectOptions = Omit<DeskOptions, 'path'> & {
  /** Query string of the address, with its question mark. */
  search?: string
  /** The id of the person whose sheet is open. */
  person?: number
  view?: TableView
}

/**
 * Opens the project of `deskApi`. Its people come with the document, as from the server. Returns the people of its
 * rows, from top to bottom.
 */
export async function openProject({
  search = '',
  person,
  view,
  ...options
}: ProjectOptions = {}): Promise<Employee[]> {
  const { project } = deskApi
  const sheet = person === undefined ? '' : `/people/${person}`
  const path = `/projects/${project.id}${sheet}${search}`
  await renderDesk(() => showPath(options.user ?? HANNA, view ?? DEFAULT_VIEW), { ...options, path })
  return listRows(search)
}

/** The people of the project as the table shows them for these filters. */
export function listRows(search = ''): Employee[] {
  return toPage(deskApi.people, new URLSearchParams(search)).data
}

/** Every other address is a page with its name alone. */
function showPath(user: User, view: TableView): ReactNode {
  const { project, people } = deskApi
  const { pathname, search } = location
  if (pathname !== `/projects/${project.id}` && !pathname.startsWith(`/projects/${project.id}/people/`))
    return <h1>{pathname}</h1>
  const asked = new URLSearchParams(search)
  return (
    <EmployeesPage
      user={user}
      project={project}
      filters={parsePeopleFilters(Object.fromEntries(asked))}
      page={toPage(people, asked)}
      view={view}
    />
  )
}

function Page({ content }: { content: ReactNode | (() => ReactNode) }) {
  const [times, setTimes] = useState(0)
  const room = toRoom(usePathname())
  useEffect(() => onRefresh(() => setTimes(count => count + 1)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address and a refresh draw the page again.
  return useMemo(() => (typeof content === 'function' ? content() : content), [content, room, times])
}

/** A sheet above the table belongs to the same page. */
function toRoom(pathname: string): string {
  return pathname.replace(/\/people\/\d+$/, '')
}
