import type { Context } from 'hono'
import { ServiceError } from '../http/service-error.ts'
import type { CustomerRecord, ServiceState } from '../state/records.ts'

/** The customer named by `?customer=`; the first one when nobody is named. */
export function pickCustomer(c: Context, state: ServiceState): CustomerRecord {
  const asked = c.req.query('customer')
  const customer =
    asked === undefined ? state.customers[0] : state.customers.find(({ id }) => String(id) === asked)
  if (!customer) throw new ServiceError(404, 'There is no customer with this id.')
  return customer
}
