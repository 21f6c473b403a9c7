import 'server-only'
import { cookies } from 'next/headers'
import { cookieName } from '#lib/session/cookies.ts'
import { parseTableView, type TableView } from './table-view.ts'

/** How this browser's person wants the employee table. */
export async function getTableView(): Promise<TableView> {
  return parseTableView((await cookies()).get(cookieName('table-view'))?.value)
}
