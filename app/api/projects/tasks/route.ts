import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { listTasks } from '#lib/overview/project-tasks.ts'
import { listKnownProjects } from '#lib/projects/projects.ts'
import { canView } from '#lib/session/permissions.ts'

/** What there is to do, as far as projects and people are known now: nothing is read for it but a list of projects that nobody has. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ user, reading: { signal }, requireClient }) => {
    const client = await requireClient()
    const projects = await listKnownProjects(client, { signal })
    return json({ data: await listTasks(client, { projects, user }) })
  }),
})
