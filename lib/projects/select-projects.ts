import { contains, fold, toWords } from '#lib/i18n/fold.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { ProjectFilters } from './project-filters.ts'

/** The projects that a person asked to see. All words of the search must stand in the name or the number. */
export function selectProjects(projects: readonly Project[], { q, archived }: ProjectFilters): Project[] {
  const words = toWords(q)
  return projects
    .filter(project => archived || project.status !== 'archived')
    .filter(({ name, projektnummer }) => {
      const text = fold(`${name}\n${projektnummer}`)
      return words.every(word => contains(text, word))
    })
}
