/** The filters of the project list, all kept in the URL. */
import { flag, searchText } from '#lib/address/address-fields.ts'
import { createAddressState } from '#lib/address/address-state.ts'
import { contains, fold, toWords } from '#lib/i18n/fold.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

export const PROJECT_SEARCH_MAX = 100

const state = createAddressState({ q: searchText(PROJECT_SEARCH_MAX), archived: flag() })

export type ProjectFilters = ReturnType<typeof state.parse>

export const parseProjectFilters = state.parse
export const toProjectSearch = state.toSearch

/** Selects the projects to show. Every word of the search must occur in the name or the number. */
export function selectProjects(projects: readonly Project[], { q, archived }: ProjectFilters): Project[] {
  const words = toWords(q)
  return projects
    .filter(project => archived || project.status !== 'archived')
    .filter(({ name, projektnummer }) => {
      const text = fold(`${name}\n${projektnummer}`)
      return words.every(word => contains(text, word))
    })
}
