import type { QueryFunctionContext } from '@tanstack/react-query'

/**
 * True when the page repeats a request automatically, as a poll does; such a request does not count as user activity.
 */
export function asksByItself({
  client,
  queryKey,
}: Pick<QueryFunctionContext, 'client' | 'queryKey'>): boolean {
  return client.getQueryData(queryKey) !== undefined
}
