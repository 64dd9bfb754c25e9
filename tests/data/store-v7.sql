-- A store of version 7: a match of two games, a game between two KGP clients, one of a client that
-- was running when the server was killed, a browser game that goes on and one that is over. Made
-- with kalah 0.1.0 (commit 1295024) and 'sqlite3 games.sqlite .dump'; two pragmas were added.
PRAGMA application_id = 0x4B414C41;
PRAGMA user_version = 7;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES('token-salt',X'ca2a7b936c9adff246c8c81e733808a6');
CREATE TABLE identities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token BLOB NOT NULL UNIQUE,             -- Argon2id, salt in meta
    name TEXT NOT NULL,
    authors TEXT NOT NULL,
    description TEXT NOT NULL,
    first_seen INTEGER NOT NULL,            -- all times: milliseconds since 1970
    last_seen INTEGER NOT NULL);
INSERT INTO identities VALUES(1,X'4169b9768e01f4bd78912728c44178c074a349f66869c79ae7d6e40569cfb727','Bob','','',1794945783909,1794945783909);
INSERT INTO identities VALUES(2,X'93e982ae400caddc3f6f559888b3c3c098757c72db4e1b2b182e5fedf1dc7e02','Ann','','',1794945783913,1794945783913);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    referee INTEGER,                        -- byte of the lock file; NULL when the game has ended
    south TEXT NOT NULL,
    north TEXT NOT NULL,
    south_identity INTEGER REFERENCES identities (id) ON DELETE SET NULL,
    north_identity INTEGER REFERENCES identities (id) ON DELETE SET NULL,
    rules TEXT NOT NULL,
    start TEXT NOT NULL,
    started INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0,
    ending TEXT NOT NULL DEFAULT 'running',
    loser TEXT,                             -- south or north, if the game was lost by a fault
    south_points INTEGER NOT NULL DEFAULT 0,
    north_points INTEGER NOT NULL DEFAULT 0,
    plies INTEGER NOT NULL DEFAULT 0,
    moves TEXT NOT NULL DEFAULT '',
    times TEXT NOT NULL DEFAULT '');
INSERT INTO games VALUES(1,'match',NULL,'random','minimax:depth=2',NULL,NULL,'standard','3x2',1794945783716,1794945783716,'finished',NULL,8,4,6,'2-3 3 1-3-2','0r 0r 0r 0r 0 0');
INSERT INTO games VALUES(2,'match',NULL,'minimax:depth=2','random',NULL,NULL,'standard','3x2',1794945783720,1794945783720,'finished',NULL,8,4,6,'2-3 3 1-3-2','0r 0r 0r 0r 386 5');
INSERT INTO games VALUES(3,'serve',NULL,'Bob','Ann',1,2,'standard','3x2',1794945783909,1794945783975,'finished',NULL,9,3,6,'2-3 1-2 2 3','9832 27973 22759 145 162 0r');
INSERT INTO games VALUES(4,'browser',NULL,'Eve','random',NULL,NULL,'standard','4x3',1794945784486,1794945784787,'gone','south',0,24,2,'1 4','576 410');
INSERT INTO games VALUES(5,'serve',1,'Dan','Cyd',NULL,NULL,'standard','3x2',1794945784800,0,'running',NULL,0,0,0,'','');
CREATE TABLE comments (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,                   -- of the move, from 0
    text TEXT NOT NULL,
    PRIMARY KEY (game, ply)) WITHOUT ROWID;
INSERT INTO comments VALUES(2,4,'depth 2, +16, 3-2, 0.00 million nodes, 0.00 s');
INSERT INTO comments VALUES(2,5,'depth 2, +4 exact, 2, 0.00 million nodes, 0.00 s');
INSERT INTO comments VALUES(3,0,'depth 2, +8, 2-3, 0.00 million nodes, 0.00 s');
INSERT INTO comments VALUES(3,1,'depth 2, +4, 3 1, 0.00 million nodes, 0.00 s');
INSERT INTO comments VALUES(3,2,'depth 2, +0, 1-2, 0.00 million nodes, 0.00 s');
INSERT INTO comments VALUES(3,3,'depth 2, -4, 2 1, 0.00 million nodes, 0.00 s');
INSERT INTO comments VALUES(3,4,'depth 2, +24, 2 3, 0.00 million nodes, 0.00 s');
CREATE TABLE faults (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL,                   -- moves played when it happened
    side TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)) WITHOUT ROWID;
INSERT INTO faults VALUES(4,0,2,'south','gone','resigned');
CREATE TABLE evals (
    id INTEGER PRIMARY KEY,
    identity INTEGER REFERENCES identities (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    position TEXT NOT NULL,
    value REAL NOT NULL,
    champion REAL,                          -- NULL: he was not asked
    champion_exact INTEGER NOT NULL,
    answered INTEGER NOT NULL);
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    plan TEXT NOT NULL,                     -- TOML, see docs/tournaments.md
    referee INTEGER,                        -- as of games; NULL when it is finished
    created INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0);
INSERT INTO tournaments VALUES(1,replace('boards = [ ''3x2'' ]\ncpu_time = ''none''\ngames = 2\nkind = ''match''\nmargin = ''100ms''\nmax_faults = 0\nmemory = ''none''\nopenings = ''4-ply''\nprogram_time = ''1000ms''\nrounds = 0\nrules = ''standard''\nsandbox = false\nseed = 1\nstart_time = ''10000ms''\n\n[[player]]\nname = ''random''\nspec = ''random''\n\n[[player]]\nname = ''minimax:depth=2''\nspec = ''minimax:depth=2''\n','\n',char(10)),NULL,1794945783708,1794945783724);
CREATE TABLE schedule (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,                -- of the game in its tournament, from 0
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,                 -- of the plan, like the entrants
    south INTEGER NOT NULL,
    north INTEGER NOT NULL,
    start TEXT NOT NULL,
    opening TEXT NOT NULL,
    game INTEGER NOT NULL UNIQUE,           -- reserved; it is in games when it has ended
    overhead INTEGER,                       -- microseconds of the arena's own
    PRIMARY KEY (tournament, number)) WITHOUT ROWID;
INSERT INTO schedule VALUES(1,0,0,0,0,1,'3x2','2-3 3 1',1,1);
INSERT INTO schedule VALUES(1,1,0,0,1,0,'3x2','2-3 3 1',2,2);
CREATE TABLE measurements (
    key TEXT NOT NULL,                      -- what was measured, see docs/experiments.md
    trial INTEGER NOT NULL,                 -- from 0
    value REAL NOT NULL,
    unit TEXT NOT NULL,
    taken INTEGER NOT NULL,
    PRIMARY KEY (key, trial)) WITHOUT ROWID;
CREATE TABLE notes (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE rooms (
    name TEXT PRIMARY KEY,
    state TEXT NOT NULL,                    -- JSON, of src/browser/room_json.cpp
    changed INTEGER NOT NULL, worth INTEGER NOT NULL DEFAULT 2);
INSERT INTO rooms VALUES('j92bqghqs69sb','{"rules":"standard","start":"4x3","given":"","moves":"1 4 1 2-1","notes":[{"seconds":0.001241847,"comment":"","by":"player"},{"seconds":0.000532012,"comment":"","by":"player"},{"seconds":0.000654771,"comment":"","by":"player"},{"seconds":0.000475727,"comment":"","by":"player"},{"seconds":0.000349241,"comment":"","by":"player"}],"south":{"kind":"person","name":"Ada","player":"","key":"191cb76546bd82b6c8b88689393cd416","joined":false},"north":{"kind":"player","name":"random","player":"random","key":"","joined":false},"ending":"running","loser":null,"started":1794945783981,"finished":0,"undo":null,"number":null,"again":"","again_by":null,"paired":false}',1794945783984,2);
INSERT INTO rooms VALUES('5s5v5hy2ggwxv','{"rules":"standard","start":"4x3","given":"","moves":"1 4","notes":[{"seconds":0.000576195,"comment":"","by":"player"},{"seconds":0.000410455,"comment":"","by":"player"}],"south":{"kind":"person","name":"Eve","player":"","key":"17eb80584560bce839f3bbc30ec256f2","joined":false},"north":{"kind":"player","name":"random","player":"random","key":"","joined":false},"ending":"gone","loser":"south","started":1794945784486,"finished":1794945784787,"undo":null,"number":4,"again":"","again_by":null,"paired":false}',1794945784787,1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('tournaments',1);
INSERT INTO sqlite_sequence VALUES('games',5);
INSERT INTO sqlite_sequence VALUES('identities',2);
CREATE INDEX games_started ON games (started);
CREATE INDEX games_south ON games (south COLLATE NOCASE);
CREATE INDEX games_north ON games (north COLLATE NOCASE);
CREATE INDEX games_south_identity ON games (south_identity) WHERE south_identity IS NOT NULL;
CREATE INDEX games_north_identity ON games (north_identity) WHERE north_identity IS NOT NULL;
CREATE INDEX games_running ON games (referee) WHERE referee IS NOT NULL;
CREATE INDEX evals_identity ON evals (identity) WHERE identity IS NOT NULL;
CREATE INDEX rooms_changed ON rooms (changed);
CREATE INDEX games_origin ON games (origin);
COMMIT;
