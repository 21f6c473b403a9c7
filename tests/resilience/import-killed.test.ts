import { test } from 'vitest'
import { expectImportToSurvive } from '#tests/support/resilience/interrupted-import.ts'

const PEOPLE = 30

test.each(['before', 'after'] as const)(
  'an import killed %s the work of its call continues and creates everybody once',
  phase => expectImportToSurvive(PEOPLE, { phase, deaths: [1] }),
)
