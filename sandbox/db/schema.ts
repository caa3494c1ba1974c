/** Increased with every change to the tables. A file of another version is refused. */
export const SCHEMA_VERSION = 3;

/** Marks a SQLite file as the sandbox's own ("MASB"). */
export const APPLICATION_ID = 0x4d415342;

/** Times are milliseconds since 1970, flags 0 or 1. Deleted conversations keep their rows: deleting is soft. */
export const schema = `
CREATE TABLE users (
	id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, plan TEXT NOT NULL, memory INTEGER NOT NULL,
	timezone TEXT NOT NULL, language TEXT NOT NULL, profilePictureUrl TEXT, createdAt INTEGER NOT NULL,
	subscriptionStatus TEXT, currentPeriodEnd INTEGER, spendingCap INTEGER,
	calendarProvider TEXT, calendarRevoked INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
	hash TEXT PRIMARY KEY, userId TEXT NOT NULL REFERENCES users, lastFour TEXT NOT NULL,
	toolServerOnly INTEGER NOT NULL, createdAt INTEGER NOT NULL, revokedAt INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX keysByUser ON keys (userId);

CREATE TABLE requestCounts (
	userId TEXT PRIMARY KEY REFERENCES users, hour INTEGER NOT NULL, count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE creditUses (id INTEGER PRIMARY KEY, userId TEXT NOT NULL REFERENCES users, at INTEGER NOT NULL) STRICT;
CREATE INDEX creditUsesByTime ON creditUses (userId, at);

CREATE TABLE conversations (
	id TEXT PRIMARY KEY, userId TEXT NOT NULL REFERENCES users, title TEXT NOT NULL, titleKey TEXT NOT NULL,
	startedAt INTEGER NOT NULL, endedAt INTEGER NOT NULL, segmentCount INTEGER NOT NULL,
	linkedCalendarEventId TEXT, shareToken TEXT UNIQUE, deletedAt INTEGER,
	-- As the API lists it: read far more often than written.
	listed TEXT NOT NULL
) STRICT;
-- Holds all that listing and searching read, so that neither looks at a row that is not shown.
CREATE INDEX conversationsByStart ON conversations (userId, startedAt, id, titleKey, deletedAt) WHERE deletedAt IS NULL;

-- A transcript is written once and always read whole, mostly to be sent as it is: as the API's own JSON.
CREATE TABLE transcripts (conversationId TEXT PRIMARY KEY REFERENCES conversations, segments TEXT NOT NULL) STRICT;

CREATE TABLE results (
	conversationId TEXT NOT NULL REFERENCES conversations, kind TEXT NOT NULL, body TEXT NOT NULL,
	createdAt INTEGER NOT NULL,
	PRIMARY KEY (conversationId, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE actionItems (
	conversationId TEXT NOT NULL REFERENCES conversations, hash TEXT NOT NULL, userId TEXT NOT NULL REFERENCES users,
	position INTEGER NOT NULL, item TEXT NOT NULL, owner TEXT, priority TEXT, meetingAt INTEGER NOT NULL,
	state TEXT NOT NULL,
	PRIMARY KEY (conversationId, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX openActionItems ON actionItems (userId, meetingAt, position) WHERE state = 'open';

CREATE TABLE contacts (
	id TEXT PRIMARY KEY, userId TEXT NOT NULL REFERENCES users, email TEXT NOT NULL, displayName TEXT,
	searchKey TEXT NOT NULL, companyDomain TEXT, meetingCount INTEGER NOT NULL, firstSeenAt INTEGER,
	lastSeenAt INTEGER, summary TEXT, summaryGeneratedAt INTEGER,
	UNIQUE (userId, email)
) STRICT;
CREATE INDEX contactsByMeetings ON contacts (userId, meetingCount DESC, lastSeenAt DESC, email);

CREATE TABLE attendees (
	conversationId TEXT NOT NULL REFERENCES conversations, contactId TEXT NOT NULL REFERENCES contacts,
	PRIMARY KEY (conversationId, contactId)
) STRICT, WITHOUT ROWID;
CREATE INDEX attendeesByContact ON attendees (contactId, conversationId);

CREATE TABLE calendarEvents (
	userId TEXT NOT NULL REFERENCES users, id TEXT NOT NULL, provider TEXT NOT NULL,
	startAt INTEGER NOT NULL, endAt INTEGER NOT NULL, body TEXT NOT NULL,
	PRIMARY KEY (userId, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calendarEventsByStart ON calendarEvents (userId, provider, startAt);

CREATE TABLE webhooks (
	id TEXT PRIMARY KEY, userId TEXT NOT NULL REFERENCES users, url TEXT NOT NULL, events TEXT NOT NULL,
	secret TEXT NOT NULL, createdAt INTEGER NOT NULL, deletedAt INTEGER
) STRICT;
CREATE INDEX webhooksByUser ON webhooks (userId, createdAt) WHERE deletedAt IS NULL;

CREATE TABLE deliveries (
	id INTEGER PRIMARY KEY, webhookId TEXT NOT NULL REFERENCES webhooks, event TEXT NOT NULL, body TEXT NOT NULL,
	signature TEXT NOT NULL, createdAt INTEGER NOT NULL, status INTEGER, error TEXT, durationMs INTEGER
) STRICT;
CREATE INDEX deliveriesByWebhook ON deliveries (webhookId, id);

PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;
