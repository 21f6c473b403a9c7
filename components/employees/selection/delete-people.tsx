'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useStartBatch } from '#components/batches/use-start-batch.ts'
import { peopleIdsQuery } from '#components/employee-data/people-cache.ts'
import { peopleQuery } from '#components/employee-data/people-query.ts'
import { type Elsewhere, useElsewhere, WhatStays } from '#components/employee-data/what-stays.tsx'
import { startFresh } from '#components/page/start-fresh.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { hasPhoto } from '#lib/employees/may-have-photos.ts'
import type { PeopleIds } from '#lib/employees/people-contract.ts'
import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import type { ManyProps } from './change-language.tsx'

/** Up to this number, the dialog lists all employees by name, and no confirmation is typed. */
const FEW = 10

/**
 * Asks before deleting. One employee, or a few, are confirmed by name in one step. Many need two steps: the list of
 * names, then the typed number. A few whose names cannot all be read need two steps as well.
 */
export function DeletePeople({
  project,
  people: chosen,
  open,
  onOpenChange,
  onStarted,
  returnFocus,
}: ManyProps) {
  const t = useTranslations('selection.deleteDialog')
  const ofOne = useTranslations('person.delete')
  const sentence = useErrorSentence()
  const [sure, setSure] = useState(false)
  const batch = useStartBatch()
  // The selection is empty when the dialog closes; until it has closed, it shows the same employees.
  const [people, setPeople] = useState(chosen)
  if (open && people !== chosen) setPeople(chosen)
  const count = people.length
  const one = count === 1 ? people[0] : undefined
  const names = useNames(project.id, { people, enabled: open && one === undefined })
  const isFew = count > 1 && count <= FEW && names.isRead && names.unnamed === 0
  const isMany = count > FEW || (count > 1 && names.isRead && names.unnamed > 0)

  const close = () =>
    startFresh(batch, () => {
      setSure(false)
      onOpenChange(false)
    })

  function start() {
    batch.mutate(
      { action: 'delete', project_id: project.id, employee_ids: [...people] },
      {
        onSuccess: () => {
          setSure(false)
          onOpenChange(false)
          onStarted()
        },
      },
    )
  }

  const problem = <LiveText className="mt-2 text-danger">{batch.error && sentence(batch.error)}</LiveText>
  return (
    <>
      <Dialog
        open={open && isMany && !sure}
        onOpenChange={close}
        title={t('title', { count })}
        description={t('text')}
        footer={
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button variant="danger" onClick={() => setSure(true)}>
              {t('goOn')}
            </Button>
          </>
        }
      >
        <section
          aria-label={t('who')}
          className="mx-5 mb-5 max-h-64 overflow-y-auto rounded-md bg-sunken px-3.5 py-2.5 text-sm"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
          tabIndex={0}
        >
          {names.isRead ? <NameList {...names} /> : <Skeleton className="h-4 w-2/3" />}
        </section>
      </Dialog>
      <ConfirmDialog
        open={open && isMany && sure}
        onOpenChange={close}
        returnFocus={returnFocus}
        title={t('question', { count })}
        confirmLabel={t('confirm', { count })}
        typed={String(count)}
        busy={batch.isPending}
        onConfirm={start}
      >
        <p>{t('forEver')}</p>
        {problem}
      </ConfirmDialog>
      <ConfirmDialog
        open={open && isFew}
        onOpenChange={close}
        returnFocus={returnFocus}
        title={t('title', { count })}
        confirmLabel={t('confirm', { count })}
        busy={batch.isPending}
        onConfirm={start}
      >
        <NameList {...names} />
        <p className="mt-3">{t('forEver')}</p>
        {problem}
      </ConfirmDialog>
      <OnePerson projectId={project.id} id={one} enabled={open}>
        {(person, { isWithoutPhoto, elsewhere }) => (
          <ConfirmDialog
            open={open && one !== undefined}
            onOpenChange={close}
            returnFocus={returnFocus}
            title={t('questionOne', { person })}
            confirmLabel={t('confirmOne')}
            busy={batch.isPending}
            onConfirm={start}
          >
            <p>{ofOne(isWithoutPhoto ? 'goes' : 'goesWithPhoto', { person })}</p>
            <WhatStays elsewhere={elsewhere} />
            {problem}
          </ConfirmDialog>
        )}
      </OnePerson>
    </>
  )
}

type OnePersonProps = {
  projectId: number
  id: number | undefined
  enabled: boolean
  children: (name: string, about: { isWithoutPhoto: boolean; elsewhere: Elsewhere }) => ReactNode
}

/** Names one employee. A selected employee may be on a page that is not shown; the desk knows them without a call. */
function OnePerson({ projectId, id, enabled, children }: OnePersonProps) {
  const filters = parsePeopleFilters({ ids: String(id) })
  const { data, error } = useQuery({
    ...peopleQuery(projectId, filters),
    enabled: enabled && id !== undefined,
  })
  const elsewhere = useElsewhere(id ?? 0, { enabled: enabled && id !== undefined })
  const employee = data?.data.find(other => other.id === id)
  if (elsewhere.isReading) return null
  if (employee) return children(toPersonName(employee), { isWithoutPhoto: !hasPhoto(employee), elsewhere })
  // Without a name the dialog still opens, with the record's id: a missing dialog would block the deletion.
  return (data || error) && children(`#${id}`, { isWithoutPhoto: false, elsewhere })
}

type Names = {
  known: PeopleIds
  /** Number of selected employees whose name cannot be read right now. */
  unnamed: number
  isRead: boolean
}

function useNames(
  projectId: number,
  { people, enabled }: { people: readonly number[]; enabled: boolean },
): Names {
  const { data, error } = useQuery({ ...peopleIdsQuery(projectId), enabled })
  const chosen = new Set(people)
  const known = data?.filter(({ id }) => chosen.has(id)) ?? []
  return { known, unnamed: people.length - known.length, isRead: Boolean(data || error) }
}

/** Lists names with the number, which distinguishes namesakes. */
function NameList({ known, unnamed }: Names) {
  const t = useTranslations('selection.deleteDialog')
  return (
    <ul className="grid gap-1 text-sm text-text">
      {known.map(person => (
        <li key={person.id} className="break-words">
          <UserText>{toPersonName(person)}</UserText>{' '}
          <span className="text-muted tabular-nums">
            <UserText>{person.mitarbeiternummer}</UserText>
          </span>
        </li>
      ))}
      {unnamed > 0 && <li className="text-warning">{t('unnamed', { count: unnamed })}</li>}
    </ul>
  )
}
