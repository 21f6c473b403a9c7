import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { personParams } from '#lib/http/path-params.ts'
import { renewLink } from '#lib/session/people.ts'
import { canManagePeople } from '#lib/session/permissions.ts'

/** A new link, shown once: for who lost theirs or forgot the password. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canManagePeople, params: personParams }, async ({ user, params }) =>
    json({ data: await renewLink(user, params.personId) }, 201),
  ),
})
