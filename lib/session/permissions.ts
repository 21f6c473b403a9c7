/** What each role may do. Pure, so that handlers decide by them and screens hide by them. */
import type { User } from './contract.ts'

export function canView(_user: User): boolean {
  return true
}

export function canEditEmployees(user: User): boolean {
  return user.role !== 'viewer'
}

export function canExport(user: User): boolean {
  return canView(user)
}

/** A key entered on /connect serves only the person who entered it. */
export function canConnect(user: User): boolean {
  return canView(user)
}
