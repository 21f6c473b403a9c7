'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { forgetPeople } from '#components/employee-data/people-cache.ts'
import { ConflictHost } from '#components/employees/edit/conflicts.tsx'
import { dropUnsaved, useUnsavedOf } from '#components/employees/edit/unsaved.ts'
import { useTitlePart } from '#components/page/page-title.ts'
import { announceWhenCalm } from '#components/ui/announce.tsx'
import { findFocusTarget } from '#components/ui/browser/focus.ts'
import { LeaveQuestion } from '#components/ui/popup/leave-question.tsx'
import { Sheet } from '#components/ui/popup/sheet.tsx'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { portraitStatusLabel } from '#lib/i18n/service-words.ts'
import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { EmployeeStatus } from './employee-status.tsx'
import { findOpener, type OpenPerson } from './open-person.ts'
import { PersonBody } from './person-body.tsx'
import { type Neighbours, PersonSteps, useNeighbours } from './person-steps.tsx'
import { isNotFound, usePerson } from './use-person.ts'

const FIELDS = 'input, select, textarea, [role="alertdialog"]'

type PersonSheetProps = { project: Project; editable: boolean; open: OpenPerson }

/** One employee in full, above the table. While the sheet closes, it keeps showing the same employee. */
export default function PersonSheet({ project, editable, open }: PersonSheetProps) {
  const [shown, setShown] = useState(open.employeeId ?? 0)
  if (open.employeeId !== null && open.employeeId !== shown) setShown(open.employeeId)
  const t = useTranslations('person')
  const sayStatus = useTranslations('employees.statuses')
  const person = usePerson(project.id, shown, { isOpen: open.employeeId !== null })
  const neighbours = useNeighbours(project.id, shown)
  const leaving = useLeaving(shown)
  const employee = person.data
  const deleted = useRef<{ id: number; next: number | null }>(null)
  const queries = useQueryClient()
  const [gone, setGone] = useState<number | null>(null)
  const isGone = gone === shown || (employee !== undefined && isNotFound(person.error))
  useTitlePart('view', open.employeeId !== null && employee ? toVisible(toPersonName(employee)) : null)
  useSayPerson(open.employeeId === null ? null : employee, neighbours)

  function go(id: number | null) {
    if (id !== null) leave(() => open.show(id))
  }

  /** Leaves without asking when the employee was deleted: the typed values can never be saved. */
  function leave(proceed: () => void) {
    if (isGone) dropAndProceed(proceed)
    else leaving.leave(proceed)
  }

  function dropAndProceed(proceed: () => void) {
    dropUnsaved(shown)
    proceed()
    void forgetPeople(queries, project.id, [shown])
  }

  function closeDeleted() {
    deleted.current = { id: shown, next: neighbours.next ?? neighbours.previous }
    open.close()
  }

  /** The row of a deleted employee remains for a moment. */
  function findFocus(): HTMLElement | null {
    if (deleted.current?.id !== shown) return findOpener(shown)
    const { next } = deleted.current
    return (next !== null ? findOpener(next) : null) ?? findFocusTarget('h1')
  }

  function stepOnArrow(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || usesArrows(event)) return
    if (event.key === 'ArrowLeft') go(neighbours.previous)
    if (event.key === 'ArrowRight') go(neighbours.next)
  }

  return (
    <Sheet
      open={open.employeeId !== null}
      onOpenChange={next => !next && leave(isGone ? closeDeleted : open.close)}
      size="large"
      addressed
      title={employee ? toPersonName(employee) : t('title')}
      description={
        employee && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            {employee.mitarbeiternummer && (
              <span className="tabular-nums">{t('number', { number: employee.mitarbeiternummer })}</span>
            )}
            <EmployeeStatus employee={employee} word={portraitStatusLabel(employee, sayStatus)} />
          </span>
        )
      }
      actions={<PersonSteps neighbours={neighbours} onGo={go} />}
      onKeyDown={stepOnArrow}
      returnFocus={findFocus}
    >
      <PersonBody
        key={shown}
        person={person}
        project={project}
        editable={editable}
        isGone={isGone}
        onNotFound={() => setGone(shown)}
        onDrop={() => dropAndProceed(closeDeleted)}
        onDeleted={closeDeleted}
      />
      <LeaveQuestion open={leaving.asking} onStay={leaving.stay} onLeave={leaving.confirm} />
      {open.employeeId !== null && <ConflictHost />}
    </Sheet>
  )
}

/**
 * True where arrow keys have another meaning: in a field or a group of choices. React also delivers keys pressed in
 * portals: the enlarged portrait is a dialog of its own.
 */
function usesArrows({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.closest('[role="dialog"]') !== currentTarget || target.closest(FIELDS) !== null
}

/**
 * Announces the employee reached by the previous/next buttons and their position in the table: the focus stays on the
 * button.
 */
function useSayPerson(employee: Employee | undefined | null, { position, total }: Neighbours): void {
  const t = useTranslations('person.steps')
  const before = useRef<number>(null)
  useEffect(() => {
    if (employee === null) before.current = null
    if (!employee || before.current === employee.id) return
    const isFirst = before.current === null
    before.current = employee.id
    if (!isFirst && position !== null)
      announceWhenCalm('person', t('said', { person: toPersonName(employee), position, total }))
  }, [employee, position, total, t])
}

/**
 * Leaves at once when nothing was typed since the sheet was opened; otherwise asks first. Values kept from an earlier
 * visit stay kept, so this visit cannot lose them.
 */
function useLeaving(employeeId: number) {
  const [wanted, setWanted] = useState<(() => void) | null>(null)
  const typed = useUnsavedOf(employeeId)
    .map(({ field, text }) => `${field} ${text}`)
    .join('\n')
  const [atFirst, setAtFirst] = useState({ employeeId, typed })
  if (atFirst.employeeId !== employeeId) setAtFirst({ employeeId, typed })

  function leave(go: () => void) {
    if (typed !== '' && typed !== atFirst.typed) setWanted(() => go)
    else go()
  }

  function confirm() {
    dropUnsaved(employeeId)
    setWanted(null)
    wanted?.()
  }

  return { asking: wanted !== null, leave, confirm, stay: () => setWanted(null) }
}
