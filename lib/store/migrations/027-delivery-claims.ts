import 'server-only'

/** The folder of a delivery until it ends: two deliveries in one folder would remove each other's photos. */
export const DELIVERY_CLAIM_MIGRATION = `
  CREATE TABLE delivery_claims (
    place       TEXT PRIMARY KEY,
    delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX delivery_claims_by_delivery ON delivery_claims (delivery_id)
`
