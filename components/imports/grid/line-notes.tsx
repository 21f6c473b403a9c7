'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from '#components/ui/link.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import type { GridLine } from './grid-line.ts'
import type { GridWords } from './use-grid-words.ts'

/** The employees that a list is compared with. */
export type ListProject = { projectId: number; people: readonly ImportPerson[] }

type LineNotesProps = ListProject & { line: GridLine | undefined; words: GridWords }

/**
 * Notes of a line that do not fit in its cells: each problem in full, and the employee of the project that it refers
 * to.
 */
export function LineNotes({ line, words, projectId, people }: LineNotesProps) {
  const t = useTranslations('imports.grid')
  const fields = useTranslations('imports.fields')
  const byId = useMemo(() => new Map(people.map(person => [person.id, person])), [people])
  const problems = line && !line.source.excluded ? line.checked.problems : []
  if (!line || problems.length === 0) return null
  return (
    <ul className="grid min-w-0 grow basis-80 gap-0.5 text-sm" data-testid="line-notes">
      {problems.map(problem => {
        const person = byId.get(problem.employee_id ?? 0)
        return (
          <li key={`${problem.code}-${problem.field}-${problem.reason}`} className="text-pretty">
            <span className="text-muted">
              {problem.field
                ? t('noteOf', { row: line.source.row, field: fields(problem.field) })
                : t('note', { row: line.source.row })}
            </span>{' '}
            {words.problems([problem])}{' '}
            {person && (
              <Link
                href={paths.person(projectId, person.id)}
                className="rounded-sm text-accent-text underline underline-offset-2"
              >
                <UserText>{toPersonName(person)}</UserText>
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
