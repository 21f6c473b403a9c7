import { paths } from '#lib/address/paths.ts'
import type { User } from '#lib/contracts/session.ts'
import { canExport, canManageAccounts, canSeeActivity, canView } from '#lib/session/permissions.ts'

/** The main pages, in the order of the bar; source for the bar, the menu and the palette. */
const PAGES = [
  { key: 'projects', href: paths.projects(), can: () => true },
  { key: 'exports', href: paths.exports(), can: canExport },
  { key: 'deliveries', href: paths.deliveries(), can: canView },
  { key: 'accounts', href: paths.accounts(), can: canManageAccounts },
  { key: 'activity', href: paths.activity(), can: canSeeActivity },
] as const satisfies readonly { key: string; href: string; can: (user: User) => boolean }[]

type PageKey = (typeof PAGES)[number]['key']
export type DeskPage = { key: PageKey; href: string }

/** Lists the main pages that this user may open. */
export function listPages(user: User): DeskPage[] {
  return PAGES.filter(({ can }) => can(user)).map(({ key, href }) => ({ key, href }))
}
