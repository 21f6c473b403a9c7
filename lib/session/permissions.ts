/** The rights of each role. Pure functions, so that handlers check them and screens hide by them. */
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

/** The key gives access to all portraits, so only administrators enter and remove it. */
export function canConnect(user: User): boolean {
  return user.role === 'admin'
}

export function canManageAccounts(user: User): boolean {
  return user.role === 'admin'
}

export function canImport(user: User): boolean {
  return canEditEmployees(user)
}

/** The activity log is for administrators only. */
export function canSeeActivity(user: User): boolean {
  return user.role === 'admin'
}

/** Destinations of automatic deliveries and their credentials are for administrators only. */
export function canManageDeliveries(user: User): boolean {
  return user.role === 'admin'
}

/** Confirms a waiting run, begins one, switches a delivery on and off, records photos that were removed by hand. */
export function canRunDeliveries(user: User): boolean {
  return canEditEmployees(user)
}
