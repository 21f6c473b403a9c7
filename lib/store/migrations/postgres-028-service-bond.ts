import 'server-only'

export const SERVICE_BOND_MIGRATION_POSTGRES = `
  CREATE TABLE service_bond (
    name     TEXT COLLATE "C" PRIMARY KEY,
    service  TEXT COLLATE "C" NOT NULL,
    projects TEXT COLLATE "C" NOT NULL,
    asked    TEXT COLLATE "C"
  )
`
