import 'server-only'
import { forgetDeliverySearches, listSearches } from './in-searches.ts'
import { change, type Place, select } from './place.ts'

/** What deliveries know of people. */
export const DELIVERY_PLACES: readonly Place[] = [
  {
    name: 'deliveries',
    what: 'what a delivery is: its name, whose photos go where, and a search for somebody that stands for whose',
    why: 'it runs by itself until it is ended',
    until:
      'as long as anything lies there; a search by which nobody but somebody deleted is found within `GONE_DAYS` (30)',
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
    what: 'where whose photo lies at the destination of a delivery, since when, and when it was taken away by whom',
    why: 'so that it is taken away again, and for who asks where their photo went',
    until:
      'one year after it was taken away; name, number and e-mail of who was deleted within `GONE_DAYS` (30): what still lies there stays named by its file, until it is taken away',
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
    what: 'photos that people had at a directory or at Microsoft 365 of their own, sealed: small ones while somebody decides about them, whole ones that were replaced by a delivery',
    why: 'nothing is replaced unseen, and what was replaced is put back when the delivered photo leaves',
    until:
      'small ones until it is decided, 30 days at most; whole ones until they are put back, one year at most; who was deleted within `GONE_DAYS` (30)',
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
    what: 'what a run of a delivery did with whom: name, number, e-mail, names of files, what came of it',
    why: 'the plan is read before the first photo leaves, and the result after',
    until: 'one year after the run; who was deleted within `GONE_DAYS` (30)',
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
