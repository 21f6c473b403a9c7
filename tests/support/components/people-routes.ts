import { employeeChangeSchema } from '#lib/employees/change-contract.ts'
import { type PeoplePage, peopleIdsResponse, peoplePageSchema } from '#lib/employees/people-contract.ts'
import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import { predictInvitation } from '#lib/employees/predict-invitation.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import { type Taken, takenQuerySchema, takenResponse } from '#lib/employees/taken-contract.ts'
import { findMeantDomain } from '#lib/employees/usual-domain.ts'
import { DeskError } from '#lib/errors.ts'
import { type Employee, employeeResponse, employeeUpdateResponse } from '#lib/portrait-api/contract.ts'
import { toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { type Call, type DeskState, requirePerson, route } from './routes.ts'

/** Reads, changes, adds and deletes people by the desk's own rules. */
export const peopleRoutes = [
  route('GET /api/projects/:projectId/people', peoplePageSchema, readPage),
  route('GET /api/projects/:projectId/people/ids', peopleIdsResponse, ({ search }, state) => ({
    data: selectPeople(state.people, parsePeopleFilters(Object.fromEntries(search))).people.map(person => {
      const { id, first_name, last_name, email, mitarbeiternummer, photo } = person
      const uninvited = toGlossaryTerm(person) === 'uninvited'
      return { id, first_name, last_name, email, mitarbeiternummer, approved: photo.approved, uninvited }
    }),
  })),
  route('GET /api/projects/:projectId/people/taken', takenResponse, ({ search }, { people }) => {
    const { email, mitarbeiternummer, except } = takenQuerySchema.parse(Object.fromEntries(search))
    const others = people.filter(({ id }) => id !== except)
    const address = email?.trim().toLowerCase()
    return {
      data: {
        known: true,
        email: toHolder(others.find(other => other.email.toLowerCase() === address)),
        mitarbeiternummer: toHolder(
          others.find(other => other.mitarbeiternummer === mitarbeiternummer?.trim()),
        ),
        meant_domain: email
          ? findMeantDomain(
              email,
              others.map(other => other.email),
            )
          : null,
      },
    }
  }),
  route('GET /api/v1/employees/:employeeId', employeeResponse, (call, state) => ({
    data: requirePerson(state, call),
  })),
  route('PATCH /api/employees/:employeeId', employeeUpdateResponse, changePerson),
  route('POST /api/v1/projects/:projectId/employees', employeeResponse, addPerson),
  route('DELETE /api/v1/employees/:employeeId', null, (call, state) => {
    const { id } = requirePerson(state, call)
    state.people = state.people.filter(other => other.id !== id)
    return undefined
  }),
]

/** The page of a project as the desk answers it; it is also part of the document. */
export function toPage(people: readonly Employee[], search: URLSearchParams): PeoplePage {
  const filters = parsePeopleFilters(Object.fromEntries(search))
  const { people: found, counts, similar } = selectPeople(people, filters)
  const { per_page } = filters
  const pages = Math.max(1, Math.ceil(found.length / per_page))
  const page = Math.min(filters.page, pages)
  return {
    data: found.slice((page - 1) * per_page, page * per_page),
    meta: {
      ...{ page, pages, per_page, total: found.length, counts, similar },
      has_approved: people.some(({ photo }) => photo.approved),
      as_of: new Date().toISOString(),
      ...{
        loaded: people.length,
        roster_total: people.length,
        complete: true,
        reading: false,
        unreadable: 0,
      },
    },
  }
}

function readPage({ search }: Call, { people }: DeskState): PeoplePage {
  return toPage(people, search)
}

function toHolder(person: Employee | undefined): Taken['email'] {
  if (!person) return null
  const { id, first_name, last_name, email, mitarbeiternummer } = person
  return { id, first_name, last_name, email, mitarbeiternummer }
}

/** Applies the rules of `recorded-writes.ts`: compares the shown values, refuses unwanted mail and a taken address. */
function changePerson(call: Call, state: DeskState) {
  const { changes, shown, unasked } = employeeChangeSchema.parse(call.body)
  const person = requirePerson(state, call)
  const given = Object.entries(changes) as [keyof typeof changes, string | null][]
  if (given.some(([field]) => shown[field] !== person[field]))
    throw new DeskError('changed_meanwhile', { current: person })
  const outlook = changes.email === undefined ? null : predictInvitation(person, changes.email)
  if (unasked && outlook === 'invites') throw new DeskError('would_invite')
  refuseTaken(changes, state, person.id)
  const changed = { ...person, ...changes } as Employee
  state.people = state.people.map(other => (other.id === person.id ? changed : other))
  return { data: changed, meta: { invitation_resent: outlook === 'invites' } }
}

function addPerson({ body }: Call, state: DeskState) {
  const given = body as Pick<Employee, 'first_name' | 'last_name' | 'email'> & Partial<Employee>
  refuseTaken(given, state)
  const id = Math.max(...state.people.map(person => person.id), state.project.id * 10_000) + 1
  const person: Employee = {
    ...{ id, project_id: state.project.id, mitarbeiternummer: String(90_000 + (id % 10_000)), locale: null },
    ...given,
    ...{ status: 'pending', invited_at: null, uploaded_at: null },
    photo: { approved: false, edited_at: null, standard_url: null, transparent_url: null },
  }
  state.people = [...state.people, person]
  return { data: person }
}

type Unique = { email?: string | undefined; mitarbeiternummer?: string | undefined }

/** The service's own words (specification section 7): the desk translates them. */
function refuseTaken({ email, mitarbeiternummer }: Unique, { people }: DeskState, except?: number): void {
  const others = people.filter(({ id }) => id !== except)
  const address = email?.toLowerCase()
  if (address !== undefined && others.some(other => other.email.toLowerCase() === address))
    throw new DeskError('invalid', {
      errors: { email: ['This email address already exists in the project.'] },
    })
  if (mitarbeiternummer && others.some(other => other.mitarbeiternummer === mitarbeiternummer))
    throw new DeskError('invalid', {
      errors: { mitarbeiternummer: ['This number already exists in the project.'] },
    })
}
