'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/shell/page-header.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { moveFocus } from '#components/ui/move-focus.ts'
import { Panel } from '#components/ui/panel.tsx'
import type { User } from '#lib/session/contract.ts'
import type { Person } from '#lib/session/people-contract.ts'
import { InviteButton } from './invite-button.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PeopleFilterBar, SEARCH_ID } from './people-filter-bar.tsx'
import { filterPeople } from './people-filters.ts'
import { PeopleTable } from './people-table.tsx'
import { NO_PEOPLE_FILTERS, usePeopleFilters } from './use-people-filters.ts'
import { usePersonActions } from './use-person-actions.ts'

type PeopleScreenProps = {
  user: User
  people: Person[]
  /** Without it everybody comes by the company's sign-on: nobody is invited here. */
  localSignIn: boolean
}

/** Who gets in, and what may they do? */
export function PeopleScreen({ user, people, localSignIn }: PeopleScreenProps) {
  const t = useTranslations('people')
  const sentence = useTranslations('errors')
  const [inviting, setInviting] = useState(false)
  const state = usePeopleFilters()
  const actions = usePersonActions({ givesLinks: localSignIn })
  const shown = filterPeople(people, state.filters)

  function clear() {
    moveFocus(`#${SEARCH_ID}`)
    state.change(NO_PEOPLE_FILTERS)
  }

  return (
    <>
      <PageHeader
        title={t('title')}
        facts={
          <>
            <span>{t('facts')}</span>
            <span>{t('count', { count: people.length })}</span>
          </>
        }
        actions={localSignIn && <InviteButton onInvite={() => setInviting(true)} />}
      />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        <PeopleFilterBar {...state} onClear={clear} />
        {actions.problem && (
          <Alert tone="danger" live>
            {sentence(actions.problem)}
          </Alert>
        )}
        <Panel>
          {shown.length > 0 && <PeopleTable user={user} people={people} shown={shown} actions={actions} />}
          {shown.length === 0 && (
            <EmptyState
              title={t('noMatch.title')}
              action={<Button onClick={clear}>{t('filters.clear')}</Button>}
            >
              {t('noMatch.text')}
            </EmptyState>
          )}
          {people.length === 1 && shown.length === 1 && (
            <EmptyState title={t('alone.title')} className="border-line border-t py-10">
              {t('alone.text')}
            </EmptyState>
          )}
        </Panel>
      </div>
      <InviteDialog open={inviting} onOpenChange={setInviting} onInvited={actions.showLink} />
      <LinkDialog given={actions.link} onClose={actions.hideLink} />
    </>
  )
}
