'use client'

import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ConflictHost } from '#components/employees/edit/conflict-host.tsx'
import { Sheet } from '#components/ui/popup/sheet.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { EmployeeStatus } from './employee-status.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { PersonBody } from './person-body.tsx'
import { personLinkId } from './person-link-id.ts'
import { PersonSteps } from './person-steps.tsx'
import { useLeaving } from './use-leaving.ts'
import { useNeighbours } from './use-neighbours.ts'
import type { OpenPerson } from './use-open-person.ts'
import { usePerson } from './use-person.ts'

type PersonSheetProps = { project: Project; editable: boolean; open: OpenPerson }

/** One person in full, above the table. While it closes, whoever was in it stays. */
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
      title={employee ? `${employee.first_name} ${employee.last_name}` : t('title')}
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
      returnFocus={() => document.getElementById(personLinkId(shown))}
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

/** In a field, and in a choice of several, arrows have a meaning of their own. Portals send their keys here, too. */
function usesArrows(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [role="alertdialog"]') !== null
}
