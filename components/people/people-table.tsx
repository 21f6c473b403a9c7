'use client'

import { useTranslations } from 'use-intl/react'
import { Table, TableBody, TableHead } from '#components/ui/table.tsx'
import { TableHeader } from '#components/ui/table-header.tsx'
import type { User } from '#lib/session/contract.ts'
import type { Person } from '#lib/session/people-contract.ts'
import { PersonRow } from './person-row.tsx'
import type { PersonActions } from './use-person-actions.ts'

type PeopleTableProps = {
  user: User
  people: Person[]
  /** Those of them that fit the filters. */
  shown: Person[]
  actions: PersonActions
}

export function PeopleTable({ user, people, shown, actions }: PeopleTableProps) {
  const t = useTranslations('people')
  const admins = people.filter(({ role, status }) => role === 'admin' && status === 'active')
  return (
    <Table>
      <caption className="sr-only">{t('caption')}</caption>
      <TableHead>
        <tr>
          <TableHeader>{t('columns.email')}</TableHeader>
          <TableHeader className="w-[15%]">{t('columns.role')}</TableHeader>
          <TableHeader className="w-[15%]">{t('columns.status')}</TableHeader>
          <TableHeader className="w-[16%]">{t('columns.method')}</TableHeader>
          <TableHeader className="w-[16%]">{t('columns.lastSignedIn')}</TableHeader>
          <TableHeader className="w-16">
            <span className="sr-only">{t('columns.actions')}</span>
          </TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {shown.map(person => (
          <PersonRow
            key={person.id}
            person={person}
            own={person.id === user.id}
            onlyAdmin={admins.length === 1 && admins[0]?.id === person.id}
            actions={actions}
          />
        ))}
      </TableBody>
    </Table>
  )
}
