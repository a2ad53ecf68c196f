/** The names of tables and columns follow docs/conformance.md. Constraints refuse what the rules refuse. */
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ROLES } from '../accounts/rules'
import { SIGN_IN_OUTCOMES } from '../accounts/sign-in-log/rules'
import { AUDIT_ACTIONS } from '../audit/codes.rules'
import { CERTIFICATE_ENDINGS } from '../certificates/rules'
import { LEGAL_NAMES } from '../content/legal.rules'
import { SETTING_GROUPS } from '../content/settings.rules'
import { MODE_WORDS } from '../courses/modes.rules'
import { type Format, ONLINE_PLACE } from '../courses/rules'
import { VAT_TREATMENTS } from '../courses/vat.rules'
import { PERSONAL_KINDS } from '../documents/personal/rules'
import { VISIBILITIES } from '../documents/rules'
import { REMINDERS } from '../editions/reminders.rules'
import { DEFAULT_THRESHOLD } from '../enrolments/attendance/rules'
import { DECISIONS } from '../enrolments/decision.rules'
import { REFUND_GROUNDS } from '../enrolments/refund.rules'
import { ENDINGS, ENROLMENT_STATES } from '../enrolments/rules'
import { OFFER_ANSWERS } from '../enrolments/waiting-list.rules'
import type { CertificateFacts } from '../papers/rules'
import {
  BESIDE_TOWN,
  PLAIN_LETTERS,
  SHORT_NAME_OF_ASCOLI,
  SMALL_WORDS,
  TOWN_BEHIND_ROOM,
} from '../parsing/places.rules'
import type { NumberedSession } from '../parsing/sessions.rules'
import { BILLING_KINDS } from '../payments/billing/rules'
import { PAYMENT_REMINDERS } from '../payments/reminders/rules'
import { PAYMENT_METHODS } from '../payments/rules'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const instant = () => timestamp({ withTimezone: true })
const createdAt = () => instant().notNull().defaultNow()
const updatedAt = () => instant().notNull().defaultNow()
const randomId = () => uuid().primaryKey().defaultRandom()
const serialId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
/** References to an owner: the row is deleted together with it. */
const personId = () => text().references(() => profiles.id, { onDelete: 'cascade' })
const courseId = () => uuid().references(() => courses.id, { onDelete: 'cascade' })
const enrolmentId = () => uuid().references(() => userCourses.id, { onDelete: 'cascade' })
/** The person who did something; null after their account is deleted, while the row stays. */
const authorId = () => text().references(() => profiles.id, { onDelete: 'set null' })
const euros = () => numeric({ precision: 10, scale: 2, mode: 'number' })
const lines = () => text().array().notNull().default([])
const oneOf = (column: string, values: readonly string[]): SQL =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/** SQL of the rule `phoneDigits`; a test keeps the two equal. */
const digitsOf = (phone: string) =>
  sql.raw(`regexp_replace(regexp_replace(${phone}, '^[^0-9+]*(\\+|00)[^0-9]*39', ''), '[^0-9]', '', 'g')`)

// ── Who people are ──────────────────────────────────────────────────────────────────────────────

export const profiles = pgTable(
  'profiles',
  {
    id: text().primaryKey(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    firstName: text().notNull(),
    lastName: text().notNull(),
    company: text(),
    phone: text(),
    /** Unused; Better Auth requires the column. */
    image: text(),
    role: text({ enum: ROLES }).notNull().default('member'),
    /** When the office last invited the person whom it entered to choose a password. */
    invitedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    phoneDigits: text().generatedAlwaysAs(digitsOf('phone')),
    /** 'Aquila & Figli S.r.l.' and 'Aquila e figli srl' are one company. */
    companyText: text().generatedAlwaysAs(sql`replace(public.letters_only(company), ' e ', ' ')`),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`public.search_form(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, ''))
          || ' ' || public.one_word(first_name) || ' ' || public.one_word(last_name)`,
      ),
  },
  (table) => [
    index('profiles_search_text').using('gin', sql`search_text gin_trgm_ops`),
    index('profiles_phone_digits').using('gin', sql`phone_digits gin_trgm_ops`),
    index('profiles_company_text').using('gin', sql`company_text gin_trgm_ops`),
    index('profiles_by_name').on(
      sql`last_name collate "und-x-icu"`,
      sql`first_name collate "und-x-icu"`,
      table.id,
    ),
    index('profiles_staff').on(table.id).where(sql`role <> 'member'`),
    index('profiles_unconfirmed').on(table.updatedAt).where(sql`not email_verified`),
    check('profiles_email_lowercase', sql`email = lower(email)`),
    check('profiles_role', oneOf('role', ROLES)),
  ],
)

/**
 * Former e-mails of accounts, by which data about a person are found. `proven`: the person had confirmed the address.
 */
export const formerEmails = pgTable(
  'former_emails',
  {
    userId: personId().notNull(),
    email: text().notNull(),
    proven: boolean().notNull(),
    endedAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.email] })],
)

/** What the office notes about a person, for colleagues. */
export const personNotes = pgTable(
  'person_notes',
  {
    userId: personId().primaryKey(),
    note: text().notNull(),
    writtenBy: authorId(),
    writtenAt: createdAt(),
  },
  (table) => [index().on(table.writtenBy)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: personId().notNull(),
    expiresAt: instant().notNull(),
    /** Network and device as in `sign_ins`, never the whole address or header. */
    ipAddress: text(),
    userAgent: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** Better Auth: one row per sign-in method; only `credential` is used. `password`: the hash. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: personId().notNull(),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId), unique().on(table.providerId, table.accountId)],
)

/**
 * Unconfirmed sign-ups, each with the hash of its password. The confirmed one becomes the account; the others are
 * deleted (ADR 4).
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: serialId(),
    userId: personId().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Unused: a later version drops it. */
    company: text(),
    /** Unused: a later version drops it. */
    phone: text(),
    password: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
)

/**
 * Better Auth: one-time tokens, of e-mailed links and of a sign-in that waits for its code. `identifier`: a hash of
 * purpose and token; `value`: the id of the person, or a text that begins with it.
 */
export const verifications = pgTable(
  'verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.identifier),
    index().on(table.expiresAt),
    // The tokens of a person: their id, or a text that begins with it.
    index('verifications_by_value').on(sql`value text_pattern_ops`),
  ],
)

/** Second factors of accounts. The secret is stored encrypted (ADR 19). */
export const secondFactors = pgTable('second_factors', {
  userId: personId().primaryKey(),
  secret: text().notNull(),
  /** The last accepted period of 30 seconds since 1970: a code serves once. */
  lastStep: integer().notNull(),
  createdAt: createdAt(),
})

/** Backup codes that are not used yet, as hashes; a used one is deleted. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    id: randomId(),
    userId: text()
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    hash: text().notNull(),
  },
  (table) => [index().on(table.userId)],
)

/**
 * Sign-in attempts with an account, and sessions that its owner ended; shown to the owner. `session_id`: the session
 * that began or ended.
 */
export const signIns = pgTable(
  'sign_ins',
  {
    id: serialId(),
    userId: personId().notNull(),
    outcome: text({ enum: SIGN_IN_OUTCOMES }).notNull(),
    network: text().notNull(),
    device: text().notNull(),
    sessionId: text(),
    createdAt: createdAt(),
  },
  (table) => [
    check('sign_ins_outcome', oneOf('outcome', SIGN_IN_OUTCOMES)),
    index('sign_ins_of_person').on(table.userId, table.id),
    index().on(table.createdAt),
  ],
)

// ── Who did what ────────────────────────────────────────────────────────────────────────────────

/**
 * The audit log. A trigger allows only anonymising, and deletion after ten years. `user_id` stays after the person is
 * gone.
 */
export const auditLogs = pgTable(
  'audit_logs',
  {
    id: serialId(),
    userId: text(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    entityType: text().notNull(),
    entityId: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    check('audit_logs_action', oneOf('action', AUDIT_ACTIONS)),
    // With any filter, on any page, the log reads the newest entries of each kind (entity and action).
    index('audit_logs_by_kind').on(table.entityType, table.action, table.id),
    index('audit_logs_by_user').on(table.userId, table.entityType, table.action, table.id),
    index().on(table.entityId),
    index('audit_logs_by_email').on(sql`(details ->> 'email')`).where(sql`(details ->> 'email') is not null`),
    index().on(table.createdAt),
  ],
)

// ── What is taught ──────────────────────────────────────────────────────────────────────────────

export type Partner = { name: string; logo: string; description: string }

/** A teacher as the public page names them. `about`: one line, or ''. */
export type NamedTeacher = { name: string; about: string }

// SQL of generated columns of `courses`.

const MODE_AND_LOCATION = `(coalesce(modalita, '') || ' ' || coalesce(location, ''))`
const TOWN_REPLACEMENTS: [pattern: string, replacement: string][] = [
  [BESIDE_TOWN.seat, ''],
  [BESIDE_TOWN.postcode, ''],
  [BESIDE_TOWN.province, ''],
  [SHORT_NAME_OF_ASCOLI.pattern, SHORT_NAME_OF_ASCOLI.town],
]
const TYPED_TOWN = TOWN_REPLACEMENTS.reduce(
  (town, [pattern, replacement]) => `regexp_replace(${town}, '${pattern}', '${replacement}')`,
  `btrim(split_part(regexp_replace(location, '${TOWN_BEHIND_ROOM}', '\\1', 'i'), ',', 1))`,
)
const CAPITALIZED_TOWN = SMALL_WORDS.reduce(
  (town, word) => `replace(${town}, ' ${word} ', ' ${word.toLowerCase()} ')`,
  `initcap(${TYPED_TOWN})`,
)

/** SQL of the rule `townOf`. */
const TOWN_NAME = `case when ${TYPED_TOWN} ~ '${PLAIN_LETTERS}' and ${TYPED_TOWN} in (upper(${TYPED_TOWN}), lower(${TYPED_TOWN})) then ${CAPITALIZED_TOWN} else ${TYPED_TOWN} end`

/** SQL of the rules `formatOf` and `townOfLocation`; a test keeps them equal. */
const FORMAT_SQL = `case when btrim(${MODE_AND_LOCATION}) = '' then null
  when ${MODE_AND_LOCATION} ~* '${MODE_WORDS.onsite}' or ${MODE_AND_LOCATION} !~* '${MODE_WORDS.distance}' then 'in-aula'
  when ${MODE_AND_LOCATION} ~* '${MODE_WORDS.eLearning}' then 'e-learning' else 'online' end`
const PLACE_SQL = `case when (${FORMAT_SQL}) <> 'in-aula' or ${TYPED_TOWN} ~* '${MODE_WORDS.distance}' then '${ONLINE_PLACE}' else nullif(${TOWN_NAME}, '') end`
const START_MONTH = `(array['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'])[extract(month from start_date)::int]`

/** SQL of the texts that a search reads besides title, description and teachers. */
const SEARCHED_FACTS = [
  'modalita',
  'tipo_sessione',
  'location',
  `replace(theme, '-', ' ')`,
  START_MONTH,
  FORMAT_SQL,
]
  .map((fact) => `coalesce(${fact}, '')`)
  .join(` || ' ' || `)
const DESCRIPTIONS = `coalesce(short_description, '') || ' ' || coalesce(description, '')`

export const courses = pgTable(
  'courses',
  {
    id: randomId(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    shortDescription: text(),
    description: text(),
    modalita: text(),
    tipoSessione: text(),
    location: text(),
    /** Seats; null or 0: no limit. */
    maxPartecipanti: integer(),
    price: euros(),
    priceEarlyBird: euros(),
    priceSingleModule: euros(),
    paymentInstallments: numeric({ precision: 10, scale: 2, mode: 'number' }).array().notNull().default([]),
    /** How the edition is taxed, for the accountant; null until the office sets it. */
    vatTreatment: text({ enum: VAT_TREATMENTS }),
    comingSoon: boolean().notNull().default(false),
    pdfFilePath: text(),
    /** The brochure before it was last replaced or removed, and when that was; null if nothing can be restored. */
    formerPdfPath: text(),
    pdfReplacedAt: instant(),
    /** The common beginning of the paths of a photograph's sizes. */
    photoPath: text(),
    /** What the photograph shows. */
    photoAlt: text(),
    /** Derived from the sessions by the commands. */
    startDate: date(),
    endDate: date(),
    totalHours: numeric({ precision: 7, scale: 2, mode: 'number' }),
    duration: text(),
    level: text(),
    destinatari: lines(),
    moduli: lines(),
    contenuti: lines(),
    metodologie: lines(),
    certificazione: lines(),
    contattiEmail: lines(),
    motivi: lines(),
    partnerPromotori: jsonb().$type<Partner[]>().notNull().default([]),
    theme: text(),
    teachers: jsonb().$type<NamedTeacher[]>().notNull().default([]),
    earlyBirdUntil: date(),
    /** How and when a participant pays, in the words of the office. */
    afterApproval: text(),
    lessonsUrl: text(),
    /** Editions of the same course share it. */
    seriesId: uuid().notNull().defaultRandom(),
    /** 'Bozza': for the office alone until it is published. */
    draft: boolean().notNull().default(false),
    /** 'Si parte se…': participants needed by the day `confirmBy`. */
    minParticipants: smallint(),
    confirmBy: date(),
    confirmedAt: instant(),
    cancelledAt: instant(),
    cancelReason: text(),
    /** Percent of the planned hours that a participant must attend for the attestato. */
    attendanceThreshold: smallint().notNull().default(DEFAULT_THRESHOLD),
    /** Whether participants get joining instructions three days before the start, and thanks the day after the end. */
    joiningEmail: boolean().notNull().default(false),
    thanksEmail: boolean().notNull().default(false),
    format: text().$type<Format>().generatedAlwaysAs(sql.raw(FORMAT_SQL)),
    /** The town of `location`, or `ONLINE_PLACE` for a course online. */
    place: text().generatedAlwaysAs(sql.raw(PLACE_SQL)),
    /** Grows with every change, to detect conflicting edits. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    updatedBy: authorId(),
    archivedAt: instant(),
    searchDocument: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`setweight(to_tsvector('public.italiano', public.plain_text(title)), 'A')
          || setweight(to_tsvector('public.italiano', public.plain_text(${SEARCHED_FACTS})), 'B')
          || setweight(jsonb_to_tsvector('public.italiano', teachers, '["string"]'), 'B')
          || setweight(to_tsvector('public.italiano', public.plain_text(${DESCRIPTIONS})), 'C')`),
      ),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`public.search_form(title || ' ' || ${SEARCHED_FACTS} || ' ' || ${DESCRIPTIONS})`),
      ),
    titleText: text().notNull().generatedAlwaysAs(sql`public.search_form(title)`),
  },
  (table) => [
    check('courses_title_present', sql`btrim(title) <> ''`),
    check('courses_slug_form', sql`slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('courses_seats', sql`max_partecipanti >= 0`),
    check('courses_prices', sql`price >= 0 and price_early_bird >= 0 and price_single_module >= 0`),
    check('courses_vat_treatment', oneOf('vat_treatment', VAT_TREATMENTS)),
    check('courses_photo', sql`(photo_path is null) = (photo_alt is null)`),
    check('courses_former_brochure', sql`(former_pdf_path is null) = (pdf_replaced_at is null)`),
    check('courses_dates', sql`end_date >= start_date`),
    check('courses_minimum', sql`min_participants > 0`),
    check('courses_attendance_threshold', sql`attendance_threshold between 1 and 100`),
    check('courses_cancellation', sql`cancelled_at is not null or cancel_reason is null`),
    // Lists read the index alone, without the rows: a row of `courses` is long, and most courses are over.
    index('courses_public_order')
      .on(
        table.comingSoon,
        table.startDate,
        table.id,
        table.endDate,
        table.maxPartecipanti,
        table.titleText,
        table.price,
        table.theme,
        table.format,
        table.place,
      )
      .where(sql`archived_at is null and not draft and cancelled_at is null`),
    index('courses_admin_order')
      .on(
        table.comingSoon,
        table.createdAt.desc().nullsFirst(),
        table.id,
        table.startDate,
        table.endDate,
        table.price,
        table.maxPartecipanti,
        table.titleText,
      )
      .where(sql`archived_at is null`),
    index('courses_by_title')
      .on(
        sql`title collate "und-x-icu"`,
        table.comingSoon,
        table.createdAt.desc().nullsFirst(),
        table.id,
        table.startDate,
        table.endDate,
        table.maxPartecipanti,
        table.titleText,
      )
      .where(sql`archived_at is null`),
    index('courses_title_text').using('gin', sql`title_text gin_trgm_ops`),
    index().on(table.updatedAt),
    index().on(table.updatedBy),
    index().on(table.endDate),
    index().on(table.seriesId),
    index('courses_to_confirm')
      .on(table.confirmBy)
      .where(sql`confirm_by is not null and confirmed_at is null and cancelled_at is null`),
    index('courses_brochures').on(table.pdfFilePath).where(sql`pdf_file_path is not null`),
    index('courses_former_brochures').on(table.formerPdfPath).where(sql`former_pdf_path is not null`),
    index('courses_photos').on(table.photoPath).where(sql`photo_path is not null`),
    index('courses_search_document').using('gin', table.searchDocument),
    index('courses_search_text').using('gin', sql`search_text gin_trgm_ops`),
  ],
)

/** The sessions of an edition (`date_sessioni` in docs/conformance.md). Times are Italian local time, or null. */
export const courseSessions = pgTable(
  'course_sessions',
  {
    courseId: courseId().notNull(),
    /** The place in order of time, from 0; unique, which is checked at the end of a transaction. */
    position: smallint().notNull(),
    /** Identifies a session for calendar programs: a session that is moved keeps its number. */
    number: smallint().notNull(),
    startDate: date().notNull(),
    startTime: time({ precision: 0 }),
    endDate: date().notNull(),
    endTime: time({ precision: 0 }),
    /**
     * The hours of teaching, without pauses; null until the office enters them: till then the session has no register.
     */
    hours: numeric({ precision: 5, scale: 2, mode: 'number' }),
    topic: text(),
    /** Instead of the place of the course. */
    place: text(),
    /** Where the lesson takes place online, instead of the course's `lessons_url`; only for participants. */
    link: text(),
    /** When the register was closed. It cannot be changed until the office opens it again, for a reason. */
    closedAt: instant(),
    closedBy: authorId(),
    reopenReason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.number] }),
    index().on(table.closedBy),
    check('course_sessions_closed', sql`closed_at is not null or closed_by is null`),
    unique('course_sessions_position').on(table.courseId, table.position),
    check(
      'course_sessions_order',
      sql`(end_date, coalesce(end_time, '24:00')) >= (start_date, coalesce(start_time, '00:00'))`,
    ),
    check('course_sessions_hours', sql`hours > 0`),
    index().on(table.startDate),
  ],
)

/** Former slugs of courses, which redirect to the present one. */
export const courseSlugs = pgTable(
  'course_slugs',
  {
    slug: text().primaryKey(),
    courseId: courseId().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.courseId)],
)

// ── Who takes it ────────────────────────────────────────────────────────────────────────────────

/** Decisions of the office, which can be undone until their e-mails leave (ADR 31). */
export const decisions = pgTable(
  'decisions',
  {
    id: randomId(),
    kind: text({ enum: DECISIONS }).notNull(),
    actorId: authorId(),
    /** The edition that the decision is about; null for other decisions. */
    courseId: courseId(),
    /** The `version` that the decision gave the course. */
    courseVersion: integer(),
    madeAt: createdAt(),
    /** When the e-mails of the decision leave; until then it can be undone. */
    heldUntil: instant().notNull(),
    undoneAt: instant(),
    undoneBy: authorId(),
  },
  (table) => [
    check('decisions_kind', oneOf('kind', DECISIONS)),
    index('decisions_by_time').on(table.madeAt, table.id),
    index().on(table.heldUntil),
    index().on(table.actorId),
    index().on(table.undoneBy),
    index().on(table.courseId),
  ],
)

export const userCourses = pgTable(
  'user_courses',
  {
    id: randomId(),
    userId: text()
      .notNull()
      .references(() => profiles.id),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    status: text({ enum: ENROLMENT_STATES }).notNull().default('pending'),
    requestedAt: instant().notNull().defaultNow(),
    /** Six digits, shown with a check as 'RF97 0010 42': who pays writes it in the causale. */
    reference: integer().notNull().unique().generatedByDefaultAsIdentity(),
    /**
     * The price of the course on the day of the request, or another agreed price; later changes of the course do not
     * count.
     */
    agreedPrice: euros(),
    /** Why the office has agreed on another price. */
    priceReason: text(),
    /** Of older data: the site only hands it out with a person's data. */
    participationDate: date(),
    approvedAt: instant(),
    approvedBy: text().references(() => profiles.id),
    rejectedAt: instant(),
    rejectedBy: text().references(() => profiles.id),
    rejectReason: text(),
    /** When the office reopened the rejected request: how late its answer is counts from then. */
    reopenedAt: instant(),
    /** An enrolment that ended keeps its state and holds no seat. */
    endedAt: instant(),
    ending: text({ enum: ENDINGS }),
    endReason: text(),
    endedBy: authorId(),
    /** Decides how much of the payments is refunded; null for an enrolment that goes on or was moved. */
    refundGround: text({ enum: REFUND_GROUNDS }),
    /** The enrolment that replaces this one in another edition. */
    transferredTo: uuid().references((): AnyPgColumn => userCourses.id),
    /** The last decision of the office about the row; null if something else has changed the row since. */
    decisionId: uuid().references(() => decisions.id, { onDelete: 'set null' }),
    /** Since when a pending request is on the waiting list of the course; sorts the list. */
    waitingSince: instant(),
    /** The highest comes first on the waiting list. The office has moved the request up, for `move_reason`. */
    priority: smallint().notNull().default(0),
    moveReason: text(),
    /** When the office admitted the request, so that freed seats are offered to it. */
    admittedAt: instant(),
    /** Unused: a later version drops it. */
    admittedBy: authorId(),
  },
  (table) => [
    uniqueIndex('user_courses_one_live').on(table.userId, table.courseId).where(sql`ended_at is null`),
    index().on(table.userId),
    check('user_courses_status', oneOf('status', ENROLMENT_STATES)),
    check('user_courses_price', sql`agreed_price >= 0`),
    check(
      'user_courses_approval',
      sql`(status in ('pending', 'rejected')) = (approved_at is null) and (approved_by is null or approved_at is not null)`,
    ),
    check(
      'user_courses_rejection',
      sql`(status = 'rejected') = (rejected_at is not null) and (rejected_at is not null or (rejected_by is null and reject_reason is null))`,
    ),
    check(
      'user_courses_ended_state',
      sql`ended_at is null or status in ('pending', 'approved', 'in_progress')`,
    ),
    check('user_courses_ending', oneOf('ending', ENDINGS)),
    check(
      'user_courses_end',
      sql`(ended_at is null) = (ending is null) and (ended_at is not null or (end_reason is null and ended_by is null and transferred_to is null))`,
    ),
    check('user_courses_refund', oneOf('refund_ground', REFUND_GROUNDS)),
    check('user_courses_priority', sql`(priority > 0) = (move_reason is not null) and priority >= 0`),
    index('user_courses_rejected').on(table.rejectedAt, table.id).where(sql`status = 'rejected'`),
    index().on(table.rejectedBy),
    index().on(table.endedBy),
    index().on(table.transferredTo),
    index().on(table.decisionId),
    index('user_courses_refundable').on(table.endedAt, table.id).where(sql`refund_ground is not null`),
    index('user_courses_by_status').on(table.status, table.requestedAt, table.id, table.approvedAt),
    index('user_courses_by_course').on(table.courseId, table.status),
    index('user_courses_pending')
      .on(table.courseId, table.requestedAt)
      .where(sql`status = 'pending' and ended_at is null and admitted_at is null`),
    index('user_courses_queue')
      .on(table.requestedAt, table.id)
      .where(sql`status = 'pending' and ended_at is null and admitted_at is null`),
    index('user_courses_waiting')
      .on(table.courseId, table.priority.desc().nullsFirst(), table.waitingSince, table.id)
      .where(sql`status = 'pending' and ended_at is null and waiting_since is not null`),
    index().on(table.approvedBy),
    index().on(table.admittedBy),
  ],
)

/**
 * What an enrolment has to pay and until when, in order of `number` from 1. Dues count while the enrolment has a seat.
 */
export const dues = pgTable(
  'dues',
  {
    enrolmentId: enrolmentId().notNull(),
    number: smallint().notNull(),
    dueOn: date().notNull(),
    amount: euros().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.enrolmentId, table.number] }),
    check('dues_number', sql`number > 0`),
    check('dues_amount', sql`amount > 0`),
  ],
)

/** Payments, and refunds as negative amounts. `id`: the key of the form, so that a form sent twice is one payment. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    enrolmentId: uuid()
      .notNull()
      .references(() => userCourses.id),
    amount: euros().notNull(),
    receivedOn: date().notNull(),
    method: text({ enum: PAYMENT_METHODS }).notNull(),
    note: text(),
    registeredBy: authorId(),
    registeredAt: createdAt(),
    bankLineId: uuid().references(() => bankLines.id, { onDelete: 'set null' }),
    decisionId: uuid().references(() => decisions.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('payments_amount', sql`amount <> 0`),
    check('payments_method', oneOf('method', PAYMENT_METHODS)),
    index().on(table.enrolmentId, table.receivedOn),
    index().on(table.receivedOn, table.id),
    index().on(table.registeredBy),
    index().on(table.decisionId),
    uniqueIndex('payments_bank_line').on(table.bankLineId).where(sql`bank_line_id is not null`),
  ],
)

/**
 * Sums of the dues and payments of each enrolment, kept by triggers, for lists. `openSince`: the day of the first due
 * that is not paid in full. Whether it is late depends on today, so it is not stored.
 */
export const balances = pgTable(
  'balances',
  {
    enrolmentId: enrolmentId().primaryKey(),
    owed: euros().notNull(),
    paid: euros().notNull(),
    openSince: date(),
  },
  (table) => [
    index('balances_open').on(table.openSince, table.enrolmentId).where(sql`open_since is not null`),
  ],
)

/** Registered lines of bank statements, each once. `ordinal`: numbers the equal lines of one statement, from 1. */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: randomId(),
    account: text().notNull(),
    bookedOn: date().notNull(),
    amount: euros().notNull(),
    text: text().notNull(),
    /** The bank's identifier of the movement; null if the statement has none. */
    bankReference: text(),
    ordinal: smallint().notNull(),
    /** Unused: a later version drops it. */
    readAt: createdAt(),
    /** Unused: a later version drops it. */
    readBy: authorId(),
  },
  (table) => [
    uniqueIndex('bank_lines_once').on(
      table.account,
      table.bookedOn,
      table.amount,
      sql`md5(coalesce(bank_reference, upper(text)))`,
      table.ordinal,
    ),
    check('bank_lines_ordinal', sql`ordinal > 0`),
    index().on(table.readBy),
  ],
)

/** To whom invoices for the payments of a person are addressed. */
export const billingDetails = pgTable(
  'billing_details',
  {
    userId: personId().primaryKey(),
    kind: text({ enum: BILLING_KINDS }).notNull(),
    name: text().notNull(),
    taxCode: text(),
    vatNumber: text(),
    sdiCode: text(),
    pec: text(),
    street: text(),
    postcode: text(),
    town: text(),
    province: text(),
    /** ISO 3166, two letters. */
    country: text().notNull().default('IT'),
    updatedAt: updatedAt(),
  },
  () => [check('billing_details_kind', oneOf('kind', BILLING_KINDS))],
)

/** Sent reminders of dues, written together with the e-mail, so that each reminder of a due is sent once. */
export const paymentReminders = pgTable(
  'payment_reminders',
  {
    enrolmentId: enrolmentId().notNull(),
    /** The number of the due. */
    number: smallint().notNull(),
    kind: text({ enum: PAYMENT_REMINDERS }).notNull(),
    sentAt: createdAt(),
    decisionId: uuid().references(() => decisions.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.enrolmentId, table.number, table.kind] }),
    check('payment_reminders_kind', oneOf('kind', PAYMENT_REMINDERS)),
    index().on(table.decisionId),
  ],
)

/** What the register of a lesson says of a participant. Without a row the person is not marked yet. */
export const attendance = pgTable(
  'attendance',
  {
    courseId: uuid().notNull(),
    /** The number of the session. */
    lesson: smallint().notNull(),
    enrolmentId: enrolmentId().notNull(),
    /** 0: absent. */
    minutes: integer().notNull(),
    /** When a participant who missed a part arrived and left. */
    arrivedAt: time({ precision: 0 }),
    leftAt: time({ precision: 0 }),
    markedBy: authorId(),
    markedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.lesson, table.enrolmentId] }),
    foreignKey({
      name: 'attendance_lesson',
      columns: [table.courseId, table.lesson],
      foreignColumns: [courseSessions.courseId, courseSessions.number],
    }),
    check('attendance_minutes', sql`minutes >= 0`),
    check('attendance_times', sql`(arrived_at is null) = (left_at is null) and arrived_at < left_at`),
    index().on(table.enrolmentId),
    index().on(table.markedBy),
  ],
)

/** The teachers who may mark the registers of an edition, besides the office. */
export const courseTeachers = pgTable(
  'course_teachers',
  {
    courseId: courseId().notNull(),
    userId: personId().notNull(),
    addedBy: authorId(),
    addedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.userId] }),
    index().on(table.userId),
    index().on(table.addedBy),
  ],
)

/** The enrolments that a decision concerns. */
export const decisionRows = pgTable(
  'decision_rows',
  {
    decisionId: uuid()
      .notNull()
      .references(() => decisions.id, { onDelete: 'cascade' }),
    userId: personId().notNull(),
    courseId: courseId().notNull(),
    /** Null once the enrolment is deleted. */
    enrolmentId: uuid().references(() => userCourses.id, { onDelete: 'set null' }),
    /** The row of the enrolment before the decision, for undoing it; null if the decision created the enrolment. */
    rowBefore: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.decisionId, table.userId, table.courseId] }),
    index().on(table.userId),
    index().on(table.courseId),
    index().on(table.enrolmentId),
  ],
)

/**
 * Freed seats, offered to people of the waiting list until `expiresAt`. While an offer is open, its seat counts as
 * taken.
 */
export const seatOffers = pgTable(
  'seat_offers',
  {
    id: randomId(),
    courseId: courseId().notNull(),
    /** Null once the request is withdrawn. */
    enrolmentId: uuid().references(() => userCourses.id, { onDelete: 'set null' }),
    /** SHA-256 of the token in the e-mail. */
    tokenHash: text().notNull().unique(),
    madeAt: createdAt(),
    /** The member of the office who made the offer; null if the site made it. */
    madeBy: authorId(),
    /** Why the seat was offered out of turn. */
    reason: text(),
    expiresAt: instant().notNull(),
    answeredAt: instant(),
    answer: text({ enum: OFFER_ANSWERS }),
  },
  (table) => [
    uniqueIndex('seat_offers_one_open').on(table.enrolmentId).where(sql`answered_at is null`),
    check('seat_offers_answer', oneOf('answer', OFFER_ANSWERS)),
    check('seat_offers_answered', sql`(answered_at is null) = (answer is null)`),
    index().on(table.courseId, table.madeAt),
    index('seat_offers_open').on(table.expiresAt).where(sql`answered_at is null`),
    index().on(table.enrolmentId),
    index().on(table.madeBy),
  ],
)

/**
 * Seats and waiting people of each edition, kept by triggers, for lists. Commands count the rows themselves, under a
 * lock.
 */
export const courseSeats = pgTable('course_seats', {
  courseId: courseId().primaryKey(),
  approved: integer().notNull(),
  inProgress: integer().notNull(),
  completed: integer().notNull(),
  /** Open offers. */
  offered: integer().notNull().default(0),
  /** On the waiting list, with an offer or without. */
  waiting: integer().notNull().default(0),
})

/** Editions that got new dates. Their participants are asked whether they come, until the end of the day `answerBy`. */
export const postponements = pgTable(
  'postponements',
  {
    decisionId: uuid()
      .primaryKey()
      .references(() => decisions.id, { onDelete: 'cascade' }),
    courseId: courseId().notNull(),
    sessionsBefore: jsonb().$type<NumberedSession[]>().notNull(),
    answerBy: date().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.courseId, table.createdAt)],
)

/** What participants have answered to new dates. `stays`: keeps the seat. */
export const postponementAnswers = pgTable(
  'postponement_answers',
  {
    postponementId: uuid()
      .notNull()
      .references(() => postponements.decisionId, { onDelete: 'cascade' }),
    enrolmentId: enrolmentId().notNull(),
    stays: boolean().notNull(),
    answeredAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.postponementId, table.enrolmentId] }),
    index().on(table.enrolmentId),
  ],
)

/** Messages of the office to the people of an edition; `decision_rows` holds the recipients. */
export const editionMessages = pgTable(
  'edition_messages',
  {
    decisionId: uuid()
      .primaryKey()
      .references(() => decisions.id, { onDelete: 'cascade' }),
    courseId: courseId().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Names of the attached files. */
    attachments: text().array().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.courseId, table.createdAt)],
)

/** Messages of the office to one person. */
export const personMessages = pgTable(
  'person_messages',
  {
    decisionId: uuid()
      .primaryKey()
      .references(() => decisions.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId, table.createdAt)],
)

/** Sent joining instructions and thanks, written together with the e-mail, so that each is sent once. */
export const remindersSent = pgTable(
  'reminders_sent',
  {
    enrolmentId: enrolmentId().notNull(),
    kind: text({ enum: REMINDERS }).notNull(),
    sentAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.enrolmentId, table.kind] }),
    check('reminders_sent_kind', oneOf('kind', REMINDERS)),
  ],
)

/** Private calendars of people. The token is stored in clear (ADR 17). */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: personId().primaryKey(),
  token: text().notNull().unique(),
  createdAt: createdAt(),
})

export const courseDocuments = pgTable(
  'course_documents',
  {
    id: randomId(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    fileName: text().notNull(),
    description: text(),
    fileType: text().notNull(),
    /** Bytes. */
    fileSize: integer().notNull(),
    filePath: text().notNull().unique(),
    visibility: text({ enum: VISIBILITIES }).notNull().default('iscritti'),
    createdAt: createdAt(),
    /** The sweep removes row and file an hour later. */
    deletedAt: instant(),
  },
  (table) => [
    check('course_documents_size', sql`file_size >= 0`),
    check('course_documents_visibility', oneOf('visibility', VISIBILITIES)),
    index().on(table.courseId, table.createdAt),
    index().on(table.deletedAt),
  ],
)

/** Files of the office for a single participant. `id`: the key of the form, so that a form sent twice adds one file. */
export const personalDocuments = pgTable(
  'personal_documents',
  {
    id: uuid().primaryKey(),
    enrolmentId: enrolmentId().notNull(),
    kind: text({ enum: PERSONAL_KINDS }).notNull(),
    fileName: text().notNull(),
    fileType: text().notNull(),
    /** Bytes. */
    fileSize: integer().notNull(),
    filePath: text().notNull().unique(),
    givenBy: authorId(),
    decisionId: uuid().references(() => decisions.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** The sweep removes row and file an hour later. */
    deletedAt: instant(),
  },
  (table) => [
    check('personal_documents_kind', oneOf('kind', PERSONAL_KINDS)),
    check('personal_documents_size', sql`file_size > 0`),
    index().on(table.enrolmentId, table.createdAt),
    index().on(table.givenBy),
    index().on(table.decisionId),
    index().on(table.createdAt),
    index().on(table.deletedAt),
  ],
)

/**
 * Issued attestati, which stay after the account of their person is deleted. `document_id`: null until the PDF is
 * drawn.
 */
export const certificates = pgTable(
  'certificates',
  {
    id: randomId(),
    /** With `seq` the number of the attestato: 2027/0012. */
    year: smallint().notNull(),
    seq: integer().notNull(),
    enrolmentId: uuid()
      .notNull()
      .references(() => userCourses.id),
    /** Random; the address in the QR code ends with it. */
    code: text().notNull().unique(),
    /** Everything that is printed on the attestato. */
    facts: jsonb().$type<CertificateFacts>().notNull(),
    documentId: uuid().references(() => personalDocuments.id, { onDelete: 'set null' }),
    issuedAt: createdAt(),
    issuedBy: authorId(),
    decisionId: uuid().references(() => decisions.id, { onDelete: 'set null' }),
    /** The attestato that this one corrects; `replace_reason` says what was wrong. */
    replaces: uuid().references((): AnyPgColumn => certificates.id, { onDelete: 'set null' }),
    replaceReason: text(),
    /** Since when the attestato is no longer valid; null while it is. */
    endedAt: instant(),
    ending: text({ enum: CERTIFICATE_ENDINGS }),
    endReason: text(),
    /** Unused: a later version drops it. */
    endedBy: authorId(),
  },
  (table) => [
    unique('certificates_number').on(table.year, table.seq),
    uniqueIndex('certificates_one_valid').on(table.enrolmentId).where(sql`ended_at is null`),
    check('certificates_seq', sql`seq > 0`),
    check('certificates_ending', oneOf('ending', CERTIFICATE_ENDINGS)),
    check(
      'certificates_end',
      sql`(ended_at is null) = (ending is null) and coalesce(ending = 'revoked', false) = (end_reason is not null)`,
    ),
    index().on(table.enrolmentId),
    index('certificates_to_draw')
      .on(table.year, table.seq)
      .where(sql`document_id is null and ended_at is null`),
    index().on(table.documentId),
    index().on(table.issuedAt),
    index().on(table.issuedBy),
    index().on(table.endedBy),
    index().on(table.decisionId),
    index().on(table.replaces),
  ],
)

/** The last number of each year. Its row is locked while numbers are given, so that there are no gaps. */
export const certificateNumbers = pgTable('certificate_numbers', {
  year: smallint().primaryKey(),
  last: integer().notNull(),
})

/**
 * E-mail addresses to notify when a course takes requests, or has a free seat again, once their owner has confirmed.
 */
export const interests = pgTable(
  'interests',
  {
    id: randomId(),
    courseId: courseId().notNull(),
    email: text().notNull(),
    /** SHA-256 of the token in the e-mail. */
    tokenHash: text().notNull().unique(),
    createdAt: createdAt(),
    confirmedAt: instant(),
    notifiedAt: instant(),
    /** Editions that had free seats when the notice was asked for: those are not news. */
    knownEditions: uuid().array().notNull().default([]),
  },
  (table) => [
    unique('interests_once').on(table.courseId, table.email),
    index().on(table.email),
    index().on(table.createdAt),
    index('interests_to_notify')
      .on(table.courseId)
      .where(sql`confirmed_at is not null and notified_at is null`),
  ],
)

// ── Messages ────────────────────────────────────────────────────────────────────────────────────

export const contactSubmissions = pgTable(
  'contact_submissions',
  {
    id: randomId(),
    name: text().notNull(),
    surname: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    message: text().notNull(),
    /** The version of the privacy notice that the sender accepted, by its day. */
    privacyVersion: date().notNull(),
    note: text(),
    handledAt: instant(),
    createdAt: createdAt(),
    /** The texts of `contact_replies`, for the search. */
    repliesText: text().notNull().default(''),
    phoneDigits: text().generatedAlwaysAs(digitsOf('phone')),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`public.search_form(name || ' ' || surname || ' ' || email || ' ' || message || ' ' || replies_text)
          || ' ' || public.one_word(name) || ' ' || public.one_word(surname)`,
      ),
  },
  (table) => [
    // The inbox lists all messages, those to handle, or the handled ones, newest first.
    index('contact_submissions_by_date').on(table.createdAt, table.id),
    index('contact_submissions_new').on(table.createdAt, table.id).where(sql`handled_at is null`),
    index('contact_submissions_handled').on(table.createdAt, table.id).where(sql`handled_at is not null`),
    index().on(table.email),
    index('contact_submissions_done').on(sql`coalesce(handled_at, created_at)`),
    index('contact_submissions_search_text').using('gin', sql`search_text gin_trgm_ops`),
    index('contact_submissions_phone_digits').using('gin', sql`phone_digits gin_trgm_ops`),
  ],
)

/** Replies written in the site. `id`: the key of the form, so that a form sent twice is one reply. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: uuid().primaryKey(),
    contactId: uuid()
      .notNull()
      .references(() => contactSubmissions.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    writtenBy: authorId(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.contactId, table.createdAt), index().on(table.writtenBy)],
)

/**
 * Files that go along with e-mails. The sweep removes them a day after their last use, once no unsent e-mail needs
 * them.
 */
export const mailAttachments = pgTable(
  'mail_attachments',
  {
    id: randomId(),
    fileName: text().notNull(),
    fileType: text().notNull(),
    /** Bytes. */
    fileSize: integer().notNull(),
    filePath: text().notNull().unique(),
    addedBy: authorId(),
    /** When a message last used the file; the time of the upload if none did. */
    usedAt: createdAt(),
  },
  (table) => [
    check('mail_attachments_size', sql`file_size > 0`),
    index().on(table.addedBy),
    index().on(table.usedAt),
  ],
)

/**
 * The outbox: e-mails are written together with the change they tell of, and sent afterwards. The process that sends an
 * e-mail leases it meanwhile.
 */
export const outgoingMail = pgTable(
  'outgoing_mail',
  {
    id: serialId(),
    kind: text().notNull(),
    toName: text().notNull(),
    toAddress: text().notNull(),
    replyTo: text(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** Ids of `mail_attachments`. */
    attachments: uuid().array().notNull().default([]),
    dueAt: instant().notNull().defaultNow(),
    /** The decision that the e-mail tells of. If it is undone in time, the e-mail is deleted. */
    decisionId: uuid().references(() => decisions.id, { onDelete: 'set null' }),
    /**
     * The enrolment that the e-mail is about, where a later act may drop or replace the e-mail; else null. An undone
     * decision may have deleted the enrolment.
     */
    enrolmentId: uuid(),
    /** Sent to many people: it leaves after e-mails that a single person waits for. */
    toMany: boolean().notNull().default(false),
    attempts: integer().notNull().default(0),
    leasedUntil: instant(),
    leasedBy: text(),
    /** Since when a working mail server refuses the e-mail. */
    refusedSince: instant(),
    sentAt: instant(),
    /** When the sender gave up. */
    failedAt: instant(),
    lastError: text(),
    createdAt: createdAt(),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`public.search_form(to_name || ' ' || to_address || ' ' || subject) || ' ' || public.one_word(to_name)`,
      ),
    /**
     * Identifies a message: the e-mails of one kind with the same content. To many people: those of one decision;
     * without a decision, those of one subject and day in Italy. To single people: those of one decision and subject;
     * without a decision, each e-mail is a message of its own.
     */
    message: text()
      .notNull()
      .generatedAlwaysAs(
        sql`md5(kind || case when to_many and decision_id is not null then decision_id::text when decision_id is not null then decision_id::text || subject when to_many then subject || ((created_at at time zone 'Europe/Rome')::date - date '2000-01-01')::text else id::text end)`,
      ),
  },
  (table) => [
    index().on(table.message, table.id),
    index('outgoing_mail_due')
      .on(table.toMany, table.dueAt)
      .where(sql`sent_at is null and failed_at is null`),
    index('outgoing_mail_attached').on(table.id).where(sql`sent_at is null and attachments <> '{}'`),
    index('outgoing_mail_failed').on(table.failedAt).where(sql`failed_at is not null`),
    index().on(table.createdAt),
    index('outgoing_mail_decided').on(table.decisionId).where(sql`decision_id is not null`),
    index('outgoing_mail_enrolment').on(table.enrolmentId).where(sql`enrolment_id is not null`),
    index().on(table.toAddress, table.id),
    index('outgoing_mail_search_text').using('gin', sql`search_text gin_trgm_ops`),
    // The deletion of an account finds the e-mails whose text contains its address.
    index('outgoing_mail_text').using('gin', sql`text gin_trgm_ops`),
    check('outgoing_mail_outcome', sql`sent_at is null or failed_at is null`),
  ],
)

// ── The installation ────────────────────────────────────────────────────────────────────────────

/**
 * Counters of attempts. `hits`: attempts in the window that ends at `resets_at`; `key`: a digest of the limit and of
 * who or what is counted.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (table) => [index().on(table.resetsAt)],
)

/** Values of this installation, such as its secret. */
export const installationValues = pgTable('settings', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** The last run of each scheduled task, in whichever process. */
export const taskRuns = pgTable('task_runs', {
  task: text().primaryKey(),
  startedAt: instant().notNull(),
  endedAt: instant(),
  ok: boolean().notNull().default(true),
})

/**
 * Backups. `size`: in bytes; `missing`: number of files that were not found; `path`: null while running or after an
 * error.
 */
export const backups = pgTable('backups', {
  id: serialId(),
  startedAt: instant().notNull(),
  endedAt: instant(),
  path: text(),
  size: bigint({ mode: 'number' }),
  missing: integer(),
  error: text(),
})

/** The settings that the office has changed (`site/settings.ts`), a row for each group. */
export const settingGroups = pgTable('site_settings', {
  name: text({ enum: SETTING_GROUPS }).primaryKey(),
  value: jsonb().notNull(),
  /** The content before the last change; null stands for the contents of a new site. */
  former: jsonb(),
  version: integer().notNull(),
  changedBy: authorId(),
  changedAt: updatedAt(),
})

/**
 * Drafts and published versions of the legal pages. Version 1 is the text in the program; it is stored only when the
 * first other version is published.
 */
export const legalVersions = pgTable(
  'legal_versions',
  {
    page: text({ enum: LEGAL_NAMES }).notNull(),
    number: integer().notNull(),
    text: text().notNull(),
    /** The day from which the version is in force; null in a draft without a day. */
    inForceFrom: date(),
    /** Counts the changes of a draft. */
    revision: integer().notNull().default(1),
    savedBy: authorId(),
    savedAt: updatedAt(),
    /** Null for a draft. */
    publishedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.page, table.number] }),
    uniqueIndex('legal_versions_draft').on(table.page).where(sql`published_at is null`),
    check('legal_versions_published', sql`published_at is null or in_force_from is not null`),
  ],
)
