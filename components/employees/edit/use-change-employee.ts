'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { peopleIdsKey, putPerson } from '#components/employee-data/people-cache.ts'
import { peopleKey } from '#components/employee-data/people-query.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { inTurn } from '#lib/desk-api/in-turn.ts'
import type { EmployeeChangeInput } from '#lib/employees/change-contract.ts'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'
import { type Employee, employeeUpdateResponse, type UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { askConflict } from './ask-conflict.ts'
import type { EditableField } from './employee-values.ts'
import { invitations } from './invitations.tsx'
import { useRefusalSentence } from './reasons.ts'
import { noteChange, noteInvitation, offerUndo } from './undo.ts'

type EmployeeChange = {
  /** The employee as shown on the screen: a change by another user since then is not overwritten without asking. */
  employee: Employee
  /** The changed fields only. */
  changes: EmployeeUpdate
  /**
   * The user has not confirmed that a mail may go out, so the desk refuses a change that would send one
   * (`would_invite`).
   */
  unasked?: boolean
}

/** `theirs`: another user had changed the field, and this user accepted that value. */
type EmployeeChanged = {
  employee: Employee
  kept: 'mine' | 'theirs'
  /** Consequence to announce, as a sentence: the address to which a new invitation went. */
  consequence?: string
}

/**
 * The only way to change an employee. The screen changes only after the service accepts the change, and then
 * everywhere. Asks when another user changed the same fields meanwhile; offers undo if no mail went out. Throws the
 * DeskError of a refusal, also `changed_meanwhile` when the user postpones the decision.
 */
export function useChangeEmployee(): (change: EmployeeChange) => Promise<EmployeeChanged> {
  const queries = useQueryClient()
  const t = useTranslations('employees.edit')
  const invitation = useTranslations('employees.invitation')
  const toSentence = useRefusalSentence()
  const formatInvitation = ({ email }: Employee) => invitation('text', { email })

  async function changeEmployee(change: EmployeeChange): Promise<EmployeeChanged> {
    const { before, answer, changes, kept } = await send(change)
    await showEverywhere(queries, before)
    if (!answer) return { employee: before, kept: 'theirs' }
    const { data, meta } = answer
    await showEverywhere(queries, data)
    const person = toPersonName(data)
    const saved = {
      employeeId: data.id,
      words: { title: t('savedToast', { person }), action: t('undo') },
      undo: (fields: readonly EditableField[]) => takeBack(data, pick(before, fields)),
    }
    const fields = CHANGEABLE_FIELDS.filter(field => field in changes)
    if (!meta.invitation_resent) {
      offerUndo({ ...saved, fields })
      return { employee: data, kept }
    }
    noteChange({ ...saved, fields: fields.filter(field => field !== 'email') })
    showInvitation(data)
    return { employee: data, kept, consequence: formatInvitation(data) }
  }

  async function takeBack(employee: Employee, changes: EmployeeUpdate): Promise<boolean> {
    const person = toPersonName(employee)
    try {
      const { before, answer } = await send({ employee, changes, unasked: true })
      await showEverywhere(queries, answer?.data ?? before)
      if (!answer) return true
      const title = t('undone', { person: toPersonName(answer.data) })
      const isInvited = answer.meta.invitation_resent
      if (isInvited) showInvitation(answer.data)
      toast({
        title,
        ofChange: true,
        ...(isInvited && { said: `${title}. ${formatInvitation(answer.data)}` }),
      })
      return true
    } catch (error) {
      const refusal = toDeskError(error)
      // No field has the focus in which Enter could send the change.
      const text = refusal.code === 'would_invite' ? t('undoWouldInvite') : toSentence(refusal, [], person)
      toast({ title: t('undoFailed', { person }), text, tone: 'danger', urgent: true })
      return false
    }
  }

  return changeEmployee
}

type Sent = {
  /** The employee as the user saw the record last. */
  before: Employee
  answer: UpdatedEmployee | null
  /** The changes that were finally sent. */
  changes: EmployeeUpdate
  kept: EmployeeChanged['kept']
}

/**
 * Sends the change, and sends it again after each question that the user answers. The user's own value is sent
 * against the latest value they have seen. If the user keeps the other value, only fields that no other user changed
 * are sent.
 */
async function send({ employee, changes, unasked = false }: EmployeeChange): Promise<Sent> {
  let [seen, wanted, kept]: [Employee, EmployeeUpdate, Sent['kept']] = [employee, changes, 'mine']
  for (;;) {
    try {
      return { before: seen, answer: await sendChange(seen, wanted, unasked), changes: wanted, kept }
    } catch (thrown) {
      const error: DeskError = toDeskError(thrown)
      if (error.code !== 'changed_meanwhile') throw error
      const decision = await askConflict({ employee: seen, changes: wanted, current: error.current })
      if (!decision) throw error
      if (decision.keep === 'theirs') {
        kept = 'theirs'
        wanted = withoutOthers(wanted, seen, decision.current)
        if (Object.keys(wanted).length === 0)
          return { before: decision.current, answer: null, changes: wanted, kept }
      }
      seen = decision.current
    }
  }
}

/** Returns the changes to fields that no other user has changed since. */
function withoutOthers(changes: EmployeeUpdate, seen: Employee, current: Employee): EmployeeUpdate {
  const left = CHANGEABLE_FIELDS.filter(field => field in changes && current[field] === seen[field])
  return Object.fromEntries(left.map(field => [field, changes[field]]))
}

/** Sends one PATCH with the changes and the values that the user saw in the changed fields. */
function sendChange(employee: Employee, changes: EmployeeUpdate, unasked: boolean) {
  const { first_name, last_name, email, mitarbeiternummer, locale } = employee
  const all = { first_name, last_name, email, mitarbeiternummer, locale }
  const shown = Object.fromEntries(Object.entries(all).filter(([field]) => field in changes))
  const body: EmployeeChangeInput = { changes, shown, unasked }
  const path = paths.api.changeEmployee(employee.id)
  return inTurn(() => deskRequest(path, employeeUpdateResponse, { method: 'PATCH', body }))
}

/**
 * Puts a changed employee into their sheet and into every cached page. The row keeps its place, even if the new value
 * would sort or filter it elsewhere, until the page is requested again. A page that is being read may still contain
 * the old record, so it is read again.
 */
async function showEverywhere(queries: QueryClient, changed: Employee): Promise<void> {
  const queryKey = peopleKey(changed.project_id)
  putPerson(queries, changed)
  queries.setQueriesData<PeoplePage>({ queryKey }, page => {
    if (!page?.data.some(({ id }) => id === changed.id)) return page
    return { ...page, data: page.data.map(employee => (employee.id === changed.id ? changed : employee)) }
  })
  await queries.invalidateQueries({ queryKey, refetchType: 'none' })
  await queries.invalidateQueries({ queryKey: peopleIdsKey(changed.project_id), refetchType: 'none' })
  await queries.refetchQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
}

function showInvitation(employee: Employee): void {
  const { id, project_id, email } = employee
  const sent = { project_id, employee_id: id, email, person: toPersonName(employee) }
  invitations.set(list => [...list.filter(({ employee_id }) => employee_id !== id), sent])
  noteInvitation(id, email)
}

function pick(before: Employee, fields: readonly EditableField[]): EmployeeUpdate {
  return Object.fromEntries(fields.map(field => [field, before[field]]))
}
