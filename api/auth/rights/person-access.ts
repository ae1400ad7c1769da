/** The part of the access table about a person's own access, whatever their role. */
export const personAccess = {
  'person.listSessions': 'person',
  'person.endSession': 'person',
  'person.listMemberships': 'person',
  'person.chooseMembership': 'person',
  'person.getEmailChange': 'person',
  'person.requestEmailChange': 'person',
  'person.cancelEmailChange': 'person',
  'person.changePassword': 'person',
  'person.getPreferences': 'person',
  'person.setPreferences': 'person',
  'person.getSecondFactor': 'person',
  'person.beginSecondFactor': 'person',
  'person.confirmSecondFactor': 'person',
  'person.renewRecoveryCodes': 'person',
  'person.removeSecondFactor': 'person',
} as const;
