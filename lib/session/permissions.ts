/** What each role may do. Pure, so that handlers decide by them and screens hide by them. */
import type { User } from '#lib/contracts/session.ts'

export function canView(_user: User): boolean {
  return true
}

export function canEditEmployees(user: User): boolean {
  return user.role !== 'viewer'
}

export function canExport(user: User): boolean {
  return canView(user)
}

/** The key opens everybody's portraits: it is entered and removed by administrators. */
export function canConnect(user: User): boolean {
  return user.role === 'admin'
}

export function canManageAccounts(user: User): boolean {
  return user.role === 'admin'
}

export function canImport(user: User): boolean {
  return canEditEmployees(user)
}

/** Who did what is nobody's business but the administrators'. */
export function canSeeActivity(user: User): boolean {
  return user.role === 'admin'
}

/** Where photos go by themselves, and with which credentials, is for administrators. */
export function canManageDeliveries(user: User): boolean {
  return user.role === 'admin'
}

/** Lets a run go that waits, begins one, switches a delivery on and off, notes what was taken away by hand. */
export function canRunDeliveries(user: User): boolean {
  return canEditEmployees(user)
}
