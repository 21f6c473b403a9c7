import 'server-only'
import { forgetDeliverySearches, listSearches } from './in-searches.ts'
import { change, type Place, select } from './place.ts'

/** Personal data in deliveries. */
export const DELIVERY_PLACES: readonly Place[] = [
  {
    name: 'deliveries',
    what: 'what a delivery is, including a search that names somebody',
    until: 'as long as photos lie there; a search that finds only somebody deleted within `GONE_DAYS` (30)',
    show: async person =>
      (await listSearches('deliveries', person)).map(({ id, created_at, request }) => ({
        delivery: id,
        created_at,
        says: request,
      })),
    forget: forgetDeliverySearches,
  },
  {
    name: 'delivery_places',
    what: 'whose photo lies where since when, and who had it taken away when',
    until:
      'one year after it was taken away; name, number and e-mail of a deleted person within `GONE_DAYS` (30), the file name until it is taken away',
    show: person =>
      select(
        `SELECT d.name AS delivery, p.state, p.person, p.receipt, p.delivered_at, p.removed_at, p.removed_by
         FROM delivery_places AS p JOIN deliveries AS d ON d.id = p.delivery_id WHERE p.employee_id = $id`,
        person,
      ),
    forget: person =>
      change(
        `UPDATE delivery_places SET person = $nobody,
           receipt = CASE WHEN state = 'removed' THEN '{"places":[],"version":null}' ELSE receipt END
         WHERE employee_id = $id AND (person <> $nobody OR (state = 'removed' AND receipt ->> '$.places' <> '[]'))`,
        person,
      ),
  },
  {
    name: 'own_photos',
    what: 'photos that people had at a destination before, sealed: small ones while somebody decides, whole ones that were replaced',
    until:
      'small ones until it is decided, 30 days at most; whole ones until they are put back, one year at most; a deleted person within `GONE_DAYS` (30)',
    show: person =>
      select(
        `SELECT d.name AS delivery, o.kind, o.entry, o.decision, o.created_at
         FROM own_photos AS o JOIN deliveries AS d ON d.id = o.delivery_id WHERE o.employee_id = $id`,
        person,
      ),
    forget: person => change('DELETE FROM own_photos WHERE employee_id = $id', person),
  },
  {
    name: 'delivery_items',
    what: 'what a run did with whom: name, number, e-mail, file names, result',
    until: 'one year after the run; a deleted person within `GONE_DAYS` (30)',
    show: person =>
      select(
        `SELECT run_id AS run, action, reason, person, photo, state, problem FROM delivery_items WHERE employee_id = $id`,
        person,
      ),
    forget: person =>
      change(
        'UPDATE delivery_items SET person = $nobody, photo = NULL WHERE employee_id = $id AND person <> $nobody',
        person,
      ),
  },
]
