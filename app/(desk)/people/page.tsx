import type { Metadata } from 'next'
import { parsePeopleFilters, toPeopleSearch } from '#components/people/people-filters.ts'
import { PeopleScreen } from '#components/people/people-screen.tsx'
import { PeopleSkeleton } from '#components/people/people-skeleton.tsx'
import { FailedState } from '#components/shell/failed-state.tsx'
import { ForbiddenState } from '#components/shell/forbidden-state.tsx'
import { Streamed } from '#components/shell/streamed.tsx'
import type { SearchParams } from '#lib/address/address-state.ts'
import { getEnv } from '#lib/env.ts'
import { type Failure, toFailure } from '#lib/errors.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { Texts } from '#lib/i18n/texts.tsx'
import { log } from '#lib/log.ts'
import { paths } from '#lib/paths.ts'
import { requirePageUser } from '#lib/session/page-guards.ts'
import { listPeople } from '#lib/session/people.ts'
import type { Person } from '#lib/session/people-contract.ts'
import { canManagePeople } from '#lib/session/permissions.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('people'))('pageTitle') }
}

export default async function PeoplePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filters = parsePeopleFilters(await searchParams)
  const user = await requirePageUser(paths.people(toPeopleSearch(filters)))
  if (!canManagePeople(user)) return <Forbidden />
  return (
    <Texts of="people">
      <Streamed data={readPeople()} skeleton={<PeopleSkeleton />}>
        {({ people, failure }) =>
          failure ? (
            <FailedState level="h1" failure={failure} />
          ) : (
            <PeopleScreen user={user} people={people} localSignIn={getEnv().localSignIn} />
          )
        }
      </Streamed>
    </Texts>
  )
}

async function readPeople(): Promise<{ people: Person[]; failure?: Failure }> {
  try {
    return { people: await listPeople() }
  } catch (thrown) {
    log('error', 'people_unreadable', { error: thrown instanceof Error ? thrown.name : 'unknown' })
    return { people: [], failure: toFailure(thrown) }
  }
}

async function Forbidden() {
  const t = await getTranslations('people.forbidden')
  return <ForbiddenState title={t('title')}>{t('text')}</ForbiddenState>
}
