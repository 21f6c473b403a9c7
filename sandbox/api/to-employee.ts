import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import type { EmployeeRecord } from '../state/records.ts'

/** Section 2, Employee; the download addresses lie on the origin that the caller itself has used. */
export function toEmployee(record: EmployeeRecord, requestUrl: string): Employee {
  const { id, project_id, mitarbeiternummer, first_name, last_name, email, locale } = record
  const { status, invited_at, uploaded_at, edited_at, approved } = record
  const toUrl = (variant: PhotoVariant) =>
    new URL(`/api/v1/employees/${id}/photo?variant=${variant}`, requestUrl).href
  return {
    id,
    project_id,
    mitarbeiternummer,
    first_name,
    last_name,
    email,
    locale,
    status,
    invited_at,
    uploaded_at,
    photo: {
      approved,
      edited_at,
      standard_url: approved && record.standard_finished ? toUrl('standard') : null,
      transparent_url: approved && record.transparent_finished ? toUrl('transparent') : null,
    },
  }
}
