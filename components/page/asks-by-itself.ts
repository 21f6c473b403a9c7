import type { QueryFunctionContext } from '@tanstack/react-query'

/** Whether a page asks for this once more by itself, as a poll does: that is no sign that somebody is there. */
export function asksByItself({
  client,
  queryKey,
}: Pick<QueryFunctionContext, 'client' | 'queryKey'>): boolean {
  return client.getQueryData(queryKey) !== undefined
}
