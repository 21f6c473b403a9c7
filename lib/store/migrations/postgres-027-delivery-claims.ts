import 'server-only'

export const DELIVERY_CLAIM_MIGRATION_POSTGRES = `
  CREATE TABLE delivery_claims (
    place       TEXT COLLATE "C" PRIMARY KEY,
    delivery_id TEXT COLLATE "C" NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE
  );
  CREATE INDEX delivery_claims_by_delivery ON delivery_claims (delivery_id)
`
