'use client'

import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ConflictHost } from '#components/employees/edit/conflicts.tsx'
import { toPersonName } from '#components/employees/edit/employee-values.ts'
import { dropUnsaved, useUnsavedOf } from '#components/employees/edit/unsaved.ts'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { Sheet } from '#components/ui/popup/sheet.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { EmployeeStatus } from './employee-status.tsx'
import { findOpener, type OpenPerson } from './open-person.ts'
import { PersonBody } from './person-body.tsx'
import { PersonSteps, useNeighbours } from './person-steps.tsx'
import { usePerson } from './use-person.ts'

type PersonSheetProps = { project: Project; editable: boolean; open: OpenPerson }

/** One person in full, above the table. While the sheet closes, it keeps showing the same person. */
export default function PersonSheet({ project, editable, open }: PersonSheetProps) {
  const [shown, setShown] = useState(open.employeeId ?? 0)
  if (open.employeeId !== null && open.employeeId !== shown) setShown(open.employeeId)
  const t = useTranslations('person')
  const person = usePerson(project.id, shown)
  const neighbours = useNeighbours(project.id, shown)
  const leaving = useLeaving(shown)
  const employee = person.data

  function go(id: number | null) {
    if (id !== null) leaving.leave(() => open.show(id))
  }

  function goOnArrow(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || usesArrows(event.target)) return
    if (event.key === 'ArrowLeft') go(neighbours.previous)
    if (event.key === 'ArrowRight') go(neighbours.next)
  }

  return (
    <Sheet
      open={open.employeeId !== null}
      onOpenChange={next => !next && leaving.leave(open.close)}
      size="large"
      title={employee ? toPersonName(employee) : t('title')}
      description={
        employee && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            {employee.mitarbeiternummer && (
              <span className="tabular-nums">{t('number', { number: employee.mitarbeiternummer })}</span>
            )}
            <EmployeeStatus employee={employee} />
          </span>
        )
      }
      actions={<PersonSteps neighbours={neighbours} onGo={go} />}
      onKeyDown={goOnArrow}
      returnFocus={() => findOpener(shown)}
    >
      <PersonBody
        key={shown}
        person={person}
        projectId={project.id}
        editable={editable}
        onGone={open.close}
      />
      <LeaveQuestion leaving={leaving} />
      {open.employeeId !== null && <ConflictHost />}
    </Sheet>
  )
}

/** In a field or a group of choices, arrows mean something else. Keys pressed in portals arrive here, too. */
function usesArrows(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [role="alertdialog"]') !== null
}

type Leaving = ReturnType<typeof useLeaving>

function LeaveQuestion({ leaving }: { leaving: Leaving }) {
  const t = useTranslations('person.leave')
  return (
    <ConfirmDialog
      open={leaving.asking}
      onOpenChange={leaving.stay}
      title={t('question')}
      confirmLabel={t('confirm')}
      onConfirm={leaving.confirm}
    >
      {t('text')}
    </ConfirmDialog>
  )
}

/**
 * Leaves at once when nothing was typed since the sheet was opened; otherwise the person is asked first. What was kept
 * from before stays kept: it is not this visit that would lose it.
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
