import { toListAnswer } from '#lib/employees/mirrored.ts'
import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ reading, requireClient }) =>
    json(toListAnswer(await (await requireClient()).readImageSizes(reading))),
  ),
})
