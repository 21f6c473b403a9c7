import 'server-only'
import type { Metadata } from 'next'
import { getPageUser } from './page-guards.ts'

/**
 * Makes the `generateMetadata` of a desk page. Next calls it before or beside the page and its guard, so a title is
 * read only for a signed-in account.
 */
export function titleForUsers<Props>(
  readTitle: (props: Props) => Promise<string | undefined>,
): (props: Props) => Promise<Metadata> {
  return async props => {
    const title = (await getPageUser()) ? await readTitle(props) : undefined
    return title === undefined ? {} : { title }
  }
}
