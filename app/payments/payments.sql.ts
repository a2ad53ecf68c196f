import { sql } from 'drizzle-orm'
import { courses, dues, payments, profiles, userCourses } from '../database/schema'
import { enrolmentPrice, holdsSeat } from '../enrolments/enrolments.sql'

/** The columns of a person who pays. */
export const payerColumns = {
  id: profiles.id,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  email: profiles.email,
  company: profiles.company,
  phone: profiles.phone,
}
/** The columns of the edition that is paid. */
export const paidCourseColumns = {
  id: courses.id,
  title: courses.title,
  startDate: courses.startDate,
  place: courses.place,
}

/** The columns of a payment that lists show. */
export const paymentColumns = {
  id: payments.id,
  amount: payments.amount,
  receivedOn: payments.receivedOn,
  method: payments.method,
  note: payments.note,
}

/** Whether an enrolment holds a seat and has a price, but no dues are stored. Needs its course in the query. */
export const isWithoutDues = sql<boolean>`(${holdsSeat} and coalesce(${enrolmentPrice}, 0) > 0 and not exists (
  select from ${dues} as due where due.enrolment_id = ${userCourses}.id))`
