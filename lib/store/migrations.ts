import 'server-only'
import { CALL_LEDGER_MIGRATION } from './call-ledger-schema.ts'
import { DESK_NEWS_MIGRATION } from './desk-news-schema.ts'
import { ACCOUNT_MIGRATION } from './migrations/001-accounts.ts'
import { SIGN_IN_MIGRATION } from './migrations/002-sign-in.ts'
import { ACTIVITY_MIGRATION } from './migrations/003-activity.ts'
import { EXPORT_MIGRATION } from './migrations/004-exports.ts'
import { BATCH_MIGRATION } from './migrations/005-batches.ts'
import { IMPORT_MIGRATION } from './migrations/006-imports.ts'
import { QUOTA_MIGRATION } from './migrations/007-quotas.ts'
import { THROTTLE_MIGRATION } from './migrations/008-throttle.ts'
import { PHOTO_SIZE_MIGRATION } from './migrations/009-photo-sizes.ts'
import { CALL_MIGRATION } from './migrations/010-calls.ts'
import { GONE_PEOPLE_MIGRATION } from './migrations/011-gone-people.ts'
import { UNDO_MIGRATION } from './migrations/012-undo.ts'
import { DELIVERY_MIGRATION } from './migrations/013-deliveries.ts'
import { LEASE_MIGRATION } from './migrations/014-leases.ts'
import { CANCEL_ASKED_MIGRATION } from './migrations/015-cancel-asked.ts'
import { CHOSEN_MIGRATION } from './migrations/016-chosen-changes.ts'
import { GIVEN_PHOTO_MIGRATION } from './migrations/017-given-photos.ts'
import { CHOSEN_CHANGE_MIGRATION } from './migrations/018-chosen-change.ts'
import { CANCELLED_BY_MIGRATION } from './migrations/019-cancelled-by.ts'
import { AFTER_CHANGE_MIGRATION } from './migrations/020-after-change.ts'
import { GIVEN_BEFORE_MIGRATION } from './migrations/021-given-before.ts'
import { READABLE_DOCUMENT_MIGRATION } from './migrations/022-readable-documents.ts'
import { UNSETTLED_RUN_MIGRATION } from './migrations/023-unsettled-runs.ts'
import { REMOVAL_PROBLEM_MIGRATION } from './migrations/024-removal-problem.ts'
import { DELIVERY_MAIL_MIGRATION } from './migrations/025-delivery-mails.ts'
import { JOB_START_MIGRATION } from './migrations/026-job-starts.ts'
import { DELIVERY_CLAIM_MIGRATION } from './migrations/027-delivery-claims.ts'
import { SERVICE_BOND_MIGRATION } from './migrations/028-service-bond.ts'
import { OWN_PHOTO_MIGRATION } from './migrations/029-own-photos.ts'
import { toFirstPostgresSchema } from './migrations/postgres.ts'
import { LEASE_MIGRATION_POSTGRES } from './migrations/postgres-014-leases.ts'
import { CANCEL_ASKED_MIGRATION_POSTGRES } from './migrations/postgres-015-cancel-asked.ts'
import { CHOSEN_MIGRATION_POSTGRES } from './migrations/postgres-016-chosen-changes.ts'
import { GIVEN_PHOTO_MIGRATION_POSTGRES } from './migrations/postgres-017-given-photos.ts'
import { CHOSEN_CHANGE_MIGRATION_POSTGRES } from './migrations/postgres-018-chosen-change.ts'
import { CANCELLED_BY_MIGRATION_POSTGRES } from './migrations/postgres-019-cancelled-by.ts'
import { AFTER_CHANGE_MIGRATION_POSTGRES } from './migrations/postgres-020-after-change.ts'
import { GIVEN_BEFORE_MIGRATION_POSTGRES } from './migrations/postgres-021-given-before.ts'
import { READABLE_DOCUMENT_MIGRATION_POSTGRES } from './migrations/postgres-022-readable-documents.ts'
import { UNSETTLED_RUN_MIGRATION_POSTGRES } from './migrations/postgres-023-unsettled-runs.ts'
import { REMOVAL_PROBLEM_MIGRATION_POSTGRES } from './migrations/postgres-024-removal-problem.ts'
import { DELIVERY_MAIL_MIGRATION_POSTGRES } from './migrations/postgres-025-delivery-mails.ts'
import { JOB_START_MIGRATION_POSTGRES } from './migrations/postgres-026-job-starts.ts'
import { DELIVERY_CLAIM_MIGRATION_POSTGRES } from './migrations/postgres-027-delivery-claims.ts'
import { SERVICE_BOND_MIGRATION_POSTGRES } from './migrations/postgres-028-service-bond.ts'
import { OWN_PHOTO_MIGRATION_POSTGRES } from './migrations/postgres-029-own-photos.ts'

/**
 * Migrations of the embedded database. The file of each step has its number, and a database that has applied the first
 * three has schema version 3. A step that was released is never edited: add another one.
 */
export const MIGRATIONS: readonly string[] = [
  ACCOUNT_MIGRATION,
  SIGN_IN_MIGRATION,
  ACTIVITY_MIGRATION,
  EXPORT_MIGRATION,
  BATCH_MIGRATION,
  IMPORT_MIGRATION,
  QUOTA_MIGRATION,
  THROTTLE_MIGRATION,
  PHOTO_SIZE_MIGRATION,
  CALL_MIGRATION,
  GONE_PEOPLE_MIGRATION,
  UNDO_MIGRATION,
  DELIVERY_MIGRATION,
  LEASE_MIGRATION,
  CANCEL_ASKED_MIGRATION,
  CHOSEN_MIGRATION,
  GIVEN_PHOTO_MIGRATION,
  CHOSEN_CHANGE_MIGRATION,
  CANCELLED_BY_MIGRATION,
  AFTER_CHANGE_MIGRATION,
  GIVEN_BEFORE_MIGRATION,
  READABLE_DOCUMENT_MIGRATION,
  UNSETTLED_RUN_MIGRATION,
  REMOVAL_PROBLEM_MIGRATION,
  DELIVERY_MAIL_MIGRATION,
  JOB_START_MIGRATION,
  DELIVERY_CLAIM_MIGRATION,
  SERVICE_BOND_MIGRATION,
  OWN_PHOTO_MIGRATION,
]

/** The version with which PostgreSQL was added; it starts with all of it. */
export const FIRST_POSTGRES_VERSION = 13

/**
 * The same on PostgreSQL: the first one leads to `FIRST_POSTGRES_VERSION`, and each later step has its own text beside
 * SQLite's. A desk of the previous version may still run beside this one, so a step only adds, and what it adds is
 * optional.
 */
export const POSTGRES_MIGRATIONS: readonly (() => string)[] = [
  () => {
    const first = toFirstPostgresSchema(MIGRATIONS.slice(0, FIRST_POSTGRES_VERSION))
    return [first, CALL_LEDGER_MIGRATION, DESK_NEWS_MIGRATION].join(';\n')
  },
  () => LEASE_MIGRATION_POSTGRES,
  () => CANCEL_ASKED_MIGRATION_POSTGRES,
  () => CHOSEN_MIGRATION_POSTGRES,
  () => GIVEN_PHOTO_MIGRATION_POSTGRES,
  () => CHOSEN_CHANGE_MIGRATION_POSTGRES,
  () => CANCELLED_BY_MIGRATION_POSTGRES,
  () => AFTER_CHANGE_MIGRATION_POSTGRES,
  () => GIVEN_BEFORE_MIGRATION_POSTGRES,
  () => READABLE_DOCUMENT_MIGRATION_POSTGRES,
  () => UNSETTLED_RUN_MIGRATION_POSTGRES,
  () => REMOVAL_PROBLEM_MIGRATION_POSTGRES,
  () => DELIVERY_MAIL_MIGRATION_POSTGRES,
  () => JOB_START_MIGRATION_POSTGRES,
  () => DELIVERY_CLAIM_MIGRATION_POSTGRES,
  () => SERVICE_BOND_MIGRATION_POSTGRES,
  () => OWN_PHOTO_MIGRATION_POSTGRES,
]
