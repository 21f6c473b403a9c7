import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { listTasks } from '#lib/overview/project-tasks.ts'
import { listKnownProjects } from '#lib/projects/projects.ts'
import { canView } from '#lib/session/permissions.ts'

/**
 * Returns open tasks from cached projects and employees. The only possible call is the list of projects, if it is not
 * cached.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ user, reading: { signal }, requireClient }) => {
    const client = await requireClient()
    const projects = await listKnownProjects(client, { signal })
    return json({ data: await listTasks(client, { projects, user }) })
  }),
})
