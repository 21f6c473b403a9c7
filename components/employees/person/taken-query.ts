import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { takenAnswer } from '#lib/employees/taken-contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'

type TakenQuestion = { email: string; mitarbeiternummer: string; except?: number | undefined }

/** Who has an e-mail or a number already. It asks the desk's own memory, so every keystroke may ask. */
export function takenQuery(projectId: number, asked: TakenQuestion) {
  const path = paths.api.taken(projectId, asked)
  return queryOptions({
    queryKey: ['taken', path],
    queryFn: async ({ signal }) => (await deskRequest(path, takenAnswer, { signal })).data,
    enabled: asked.email !== '' || asked.mitarbeiternummer !== '',
    placeholderData: keepPreviousData,
  })
}
