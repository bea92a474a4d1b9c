/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "protobufjs/minimal.js";

// Common aliases
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

// Exported root namespace
const $root = $protobuf.roots["parley"] || ($protobuf.roots["parley"] = {});

export const records = $root.records = (() => {

    /**
     * Namespace records.
     * @exports records
     * @namespace
     */
    const records = {};

    records.StoredDeadline = (function() {

        /**
         * Properties of a StoredDeadline.
         * @typedef {Object} records.StoredDeadline.$Properties
         * @property {string|null} [id] StoredDeadline id
         * @property {number|null} [atMs] StoredDeadline atMs
         * @property {boolean|null} [atRestart] StoredDeadline atRestart
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a StoredDeadline.
         * @memberof records
         * @interface IStoredDeadline
         * @augments records.StoredDeadline.$Properties
         * @deprecated Use records.StoredDeadline.$Properties instead.
         */

        /**
         * Shape of a StoredDeadline.
         * @typedef {records.StoredDeadline.$Properties} records.StoredDeadline.$Shape
         */

        /**
         * Constructs a new StoredDeadline.
         * @memberof records
         * @classdesc Represents a StoredDeadline.
         * @constructor
         * @param {records.StoredDeadline.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const StoredDeadline = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * StoredDeadline id.
         * @member {string} id
         * @memberof records.StoredDeadline
         * @instance
         */
        StoredDeadline.prototype.id = "";

        /**
         * StoredDeadline atMs.
         * @member {number} atMs
         * @memberof records.StoredDeadline
         * @instance
         */
        StoredDeadline.prototype.atMs = 0;

        /**
         * StoredDeadline atRestart.
         * @member {boolean} atRestart
         * @memberof records.StoredDeadline
         * @instance
         */
        StoredDeadline.prototype.atRestart = false;

        /**
         * Encodes the specified StoredDeadline message. Does not implicitly {@link records.StoredDeadline.verify|verify} messages.
         * @function encode
         * @memberof records.StoredDeadline
         * @static
         * @param {records.StoredDeadline.$Properties} message StoredDeadline message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        StoredDeadline.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.atMs);
            if (message.atRestart != null && message.atRestart !== false)
                writer.uint32(/* id 3, wireType 0 =*/24).bool(message.atRestart);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a StoredDeadline message from the specified reader or buffer.
         * @function decode
         * @memberof records.StoredDeadline
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.StoredDeadline & records.StoredDeadline.$Shape} StoredDeadline
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        StoredDeadline.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.StoredDeadline();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.id = value;
                        else
                            delete message.id;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
                        continue;
                    }
                case 3: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.atRestart = value;
                        else
                            delete message.atRestart;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return StoredDeadline;
    })();

    records.Actor = (function() {

        /**
         * Properties of an Actor.
         * @typedef {Object} records.Actor.$Properties
         * @property {string|null} [actor] Actor actor
         * @property {string|null} [conversation] Actor conversation
         * @property {string|null} [machine] Actor machine
         * @property {number|null} [version] Actor version
         * @property {number|null} [revision] Actor revision
         * @property {string|null} [state] Actor state
         * @property {Uint8Array|null} [context] Actor context
         * @property {Array.<records.StoredDeadline.$Properties>|null} [deadlines] Actor deadlines
         * @property {number|null} [sinceMs] Actor sinceMs
         * @property {number|null} [historyAt] Actor historyAt
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an Actor.
         * @memberof records
         * @interface IActor
         * @augments records.Actor.$Properties
         * @deprecated Use records.Actor.$Properties instead.
         */

        /**
         * Shape of an Actor.
         * @typedef {records.Actor.$Properties} records.Actor.$Shape
         */

        /**
         * Constructs a new Actor.
         * @memberof records
         * @classdesc Represents an Actor.
         * @constructor
         * @param {records.Actor.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Actor = function (properties) {
            this.deadlines = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Actor actor.
         * @member {string} actor
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.actor = "";

        /**
         * Actor conversation.
         * @member {string} conversation
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.conversation = "";

        /**
         * Actor machine.
         * @member {string} machine
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.machine = "";

        /**
         * Actor version.
         * @member {number} version
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.version = 0;

        /**
         * Actor revision.
         * @member {number} revision
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.revision = 0;

        /**
         * Actor state.
         * @member {string} state
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.state = "";

        /**
         * Actor context.
         * @member {Uint8Array} context
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.context = $util.newBuffer([]);

        /**
         * Actor deadlines.
         * @member {Array.<records.StoredDeadline.$Properties>} deadlines
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.deadlines = $util.emptyArray;

        /**
         * Actor sinceMs.
         * @member {number|null|undefined} sinceMs
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.sinceMs = null;

        /**
         * Actor historyAt.
         * @member {number|null|undefined} historyAt
         * @memberof records.Actor
         * @instance
         */
        Actor.prototype.historyAt = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Actor.prototype, "_sinceMs", {
            get: $util.oneOfGetter($oneOfFields = ["sinceMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Actor.prototype, "_historyAt", {
            get: $util.oneOfGetter($oneOfFields = ["historyAt"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Actor message. Does not implicitly {@link records.Actor.verify|verify} messages.
         * @function encode
         * @memberof records.Actor
         * @static
         * @param {records.Actor.$Properties} message Actor message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Actor.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.actor != null && message.actor !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.actor);
            if (message.conversation != null && message.conversation !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.conversation);
            if (message.machine != null && message.machine !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.machine);
            if (message.version != null && message.version !== 0)
                writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.version);
            if (message.revision != null && !$Object.is(message.revision, 0))
                writer.uint32(/* id 5, wireType 1 =*/41).double(message.revision);
            if (message.state != null && message.state !== "")
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.state);
            if (message.context != null && message.context.length)
                writer.uint32(/* id 7, wireType 2 =*/58).bytes(message.context);
            if (message.deadlines != null && message.deadlines.length)
                for (let i = 0; i < message.deadlines.length; ++i)
                    $root.records.StoredDeadline.encode(message.deadlines[i], writer.uint32(/* id 8, wireType 2 =*/66).fork(), _depth + 1).ldelim();
            if (message.sinceMs != null)
                writer.uint32(/* id 9, wireType 1 =*/73).double(message.sinceMs);
            if (message.historyAt != null)
                writer.uint32(/* id 10, wireType 1 =*/81).double(message.historyAt);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an Actor message from the specified reader or buffer.
         * @function decode
         * @memberof records.Actor
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Actor & records.Actor.$Shape} Actor
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Actor.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Actor();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.actor = value;
                        else
                            delete message.actor;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.conversation = value;
                        else
                            delete message.conversation;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.machine = value;
                        else
                            delete message.machine;
                        continue;
                    }
                case 4: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.version = value;
                        else
                            delete message.version;
                        continue;
                    }
                case 5: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.revision = value;
                        else
                            delete message.revision;
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.state = value;
                        else
                            delete message.state;
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.bytes()).length)
                            message.context = value;
                        else
                            delete message.context;
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        if (!(message.deadlines && message.deadlines.length))
                            message.deadlines = [];
                        message.deadlines.push($root.records.StoredDeadline.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 9: {
                        if (wireType !== 1)
                            break;
                        message.sinceMs = reader.double();
                        message._sinceMs = "sinceMs";
                        continue;
                    }
                case 10: {
                        if (wireType !== 1)
                            break;
                        message.historyAt = reader.double();
                        message._historyAt = "historyAt";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Actor;
    })();

    records.History = (function() {

        /**
         * Properties of a History.
         * @typedef {Object} records.History.$Properties
         * @property {number|null} [atMs] History atMs
         * @property {Uint8Array|null} [packed] History packed
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a History.
         * @memberof records
         * @interface IHistory
         * @augments records.History.$Properties
         * @deprecated Use records.History.$Properties instead.
         */

        /**
         * Shape of a History.
         * @typedef {records.History.$Properties} records.History.$Shape
         */

        /**
         * Constructs a new History.
         * @memberof records
         * @classdesc Represents a History.
         * @constructor
         * @param {records.History.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const History = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * History atMs.
         * @member {number} atMs
         * @memberof records.History
         * @instance
         */
        History.prototype.atMs = 0;

        /**
         * History packed.
         * @member {Uint8Array} packed
         * @memberof records.History
         * @instance
         */
        History.prototype.packed = $util.newBuffer([]);

        /**
         * Encodes the specified History message. Does not implicitly {@link records.History.verify|verify} messages.
         * @function encode
         * @memberof records.History
         * @static
         * @param {records.History.$Properties} message History message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        History.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.atMs);
            if (message.packed != null && message.packed.length)
                writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.packed);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a History message from the specified reader or buffer.
         * @function decode
         * @memberof records.History
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.History & records.History.$Shape} History
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        History.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.History();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.bytes()).length)
                            message.packed = value;
                        else
                            delete message.packed;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return History;
    })();

    records.HistoryEntries = (function() {

        /**
         * Properties of a HistoryEntries.
         * @typedef {Object} records.HistoryEntries.$Properties
         * @property {Array.<string>|null} [texts] HistoryEntries texts
         * @property {Array.<records.HistoryEntry.$Properties>|null} [entries] HistoryEntries entries
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a HistoryEntries.
         * @memberof records
         * @interface IHistoryEntries
         * @augments records.HistoryEntries.$Properties
         * @deprecated Use records.HistoryEntries.$Properties instead.
         */

        /**
         * Shape of a HistoryEntries.
         * @typedef {records.HistoryEntries.$Properties} records.HistoryEntries.$Shape
         */

        /**
         * Constructs a new HistoryEntries.
         * @memberof records
         * @classdesc Represents a HistoryEntries.
         * @constructor
         * @param {records.HistoryEntries.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const HistoryEntries = function (properties) {
            this.texts = [];
            this.entries = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * HistoryEntries texts.
         * @member {Array.<string>} texts
         * @memberof records.HistoryEntries
         * @instance
         */
        HistoryEntries.prototype.texts = $util.emptyArray;

        /**
         * HistoryEntries entries.
         * @member {Array.<records.HistoryEntry.$Properties>} entries
         * @memberof records.HistoryEntries
         * @instance
         */
        HistoryEntries.prototype.entries = $util.emptyArray;

        /**
         * Encodes the specified HistoryEntries message. Does not implicitly {@link records.HistoryEntries.verify|verify} messages.
         * @function encode
         * @memberof records.HistoryEntries
         * @static
         * @param {records.HistoryEntries.$Properties} message HistoryEntries message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        HistoryEntries.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.texts != null && message.texts.length)
                for (let i = 0; i < message.texts.length; ++i)
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.texts[i]);
            if (message.entries != null && message.entries.length)
                for (let i = 0; i < message.entries.length; ++i)
                    $root.records.HistoryEntry.encode(message.entries[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a HistoryEntries message from the specified reader or buffer.
         * @function decode
         * @memberof records.HistoryEntries
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.HistoryEntries & records.HistoryEntries.$Shape} HistoryEntries
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        HistoryEntries.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.HistoryEntries();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if (!(message.texts && message.texts.length))
                            message.texts = [];
                        message.texts.push(reader.stringVerify());
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.entries && message.entries.length))
                            message.entries = [];
                        message.entries.push($root.records.HistoryEntry.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return HistoryEntries;
    })();

    records.HistoryEntry = (function() {

        /**
         * Properties of a HistoryEntry.
         * @typedef {Object} records.HistoryEntry.$Properties
         * @property {number|null} [actor] HistoryEntry actor
         * @property {number|null} [revision] HistoryEntry revision
         * @property {number|null} [previous] HistoryEntry previous
         * @property {number|null} [skipped] HistoryEntry skipped
         * @property {Array.<records.HistoryStep.$Properties>|null} [steps] HistoryEntry steps
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a HistoryEntry.
         * @memberof records
         * @interface IHistoryEntry
         * @augments records.HistoryEntry.$Properties
         * @deprecated Use records.HistoryEntry.$Properties instead.
         */

        /**
         * Shape of a HistoryEntry.
         * @typedef {records.HistoryEntry.$Properties} records.HistoryEntry.$Shape
         */

        /**
         * Constructs a new HistoryEntry.
         * @memberof records
         * @classdesc Represents a HistoryEntry.
         * @constructor
         * @param {records.HistoryEntry.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const HistoryEntry = function (properties) {
            this.steps = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * HistoryEntry actor.
         * @member {number} actor
         * @memberof records.HistoryEntry
         * @instance
         */
        HistoryEntry.prototype.actor = 0;

        /**
         * HistoryEntry revision.
         * @member {number} revision
         * @memberof records.HistoryEntry
         * @instance
         */
        HistoryEntry.prototype.revision = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

        /**
         * HistoryEntry previous.
         * @member {number} previous
         * @memberof records.HistoryEntry
         * @instance
         */
        HistoryEntry.prototype.previous = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

        /**
         * HistoryEntry skipped.
         * @member {number} skipped
         * @memberof records.HistoryEntry
         * @instance
         */
        HistoryEntry.prototype.skipped = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

        /**
         * HistoryEntry steps.
         * @member {Array.<records.HistoryStep.$Properties>} steps
         * @memberof records.HistoryEntry
         * @instance
         */
        HistoryEntry.prototype.steps = $util.emptyArray;

        /**
         * Encodes the specified HistoryEntry message. Does not implicitly {@link records.HistoryEntry.verify|verify} messages.
         * @function encode
         * @memberof records.HistoryEntry
         * @static
         * @param {records.HistoryEntry.$Properties} message HistoryEntry message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        HistoryEntry.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.actor != null && message.actor !== 0)
                writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.actor);
            if (message.revision != null && (typeof message.revision === "object" ? message.revision.low || message.revision.high : message.revision !== 0))
                writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.revision);
            if (message.previous != null && (typeof message.previous === "object" ? message.previous.low || message.previous.high : message.previous !== 0))
                writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.previous);
            if (message.skipped != null && (typeof message.skipped === "object" ? message.skipped.low || message.skipped.high : message.skipped !== 0))
                writer.uint32(/* id 4, wireType 0 =*/32).uint64(message.skipped);
            if (message.steps != null && message.steps.length)
                for (let i = 0; i < message.steps.length; ++i)
                    $root.records.HistoryStep.encode(message.steps[i], writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a HistoryEntry message from the specified reader or buffer.
         * @function decode
         * @memberof records.HistoryEntry
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.HistoryEntry & records.HistoryEntry.$Shape} HistoryEntry
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        HistoryEntry.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.HistoryEntry();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.actor = value;
                        else
                            delete message.actor;
                        continue;
                    }
                case 2: {
                        if (wireType !== 0)
                            break;
                        if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                            message.revision = value;
                        else
                            delete message.revision;
                        continue;
                    }
                case 3: {
                        if (wireType !== 0)
                            break;
                        if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                            message.previous = value;
                        else
                            delete message.previous;
                        continue;
                    }
                case 4: {
                        if (wireType !== 0)
                            break;
                        if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                            message.skipped = value;
                        else
                            delete message.skipped;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if (!(message.steps && message.steps.length))
                            message.steps = [];
                        message.steps.push($root.records.HistoryStep.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return HistoryEntry;
    })();

    records.HistoryStep = (function() {

        /**
         * Properties of a HistoryStep.
         * @typedef {Object} records.HistoryStep.$Properties
         * @property {Array.<number>|null} [parts] HistoryStep parts
         * @property {Array.<number>|null} [changes] HistoryStep changes
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a HistoryStep.
         * @memberof records
         * @interface IHistoryStep
         * @augments records.HistoryStep.$Properties
         * @deprecated Use records.HistoryStep.$Properties instead.
         */

        /**
         * Shape of a HistoryStep.
         * @typedef {records.HistoryStep.$Properties} records.HistoryStep.$Shape
         */

        /**
         * Constructs a new HistoryStep.
         * @memberof records
         * @classdesc Represents a HistoryStep.
         * @constructor
         * @param {records.HistoryStep.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const HistoryStep = function (properties) {
            this.parts = [];
            this.changes = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * HistoryStep parts.
         * @member {Array.<number>} parts
         * @memberof records.HistoryStep
         * @instance
         */
        HistoryStep.prototype.parts = $util.emptyArray;

        /**
         * HistoryStep changes.
         * @member {Array.<number>} changes
         * @memberof records.HistoryStep
         * @instance
         */
        HistoryStep.prototype.changes = $util.emptyArray;

        /**
         * Encodes the specified HistoryStep message. Does not implicitly {@link records.HistoryStep.verify|verify} messages.
         * @function encode
         * @memberof records.HistoryStep
         * @static
         * @param {records.HistoryStep.$Properties} message HistoryStep message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        HistoryStep.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.parts != null && message.parts.length)
                writer.uint32(/* id 1, wireType 2 =*/10).uint64s(message.parts);
            if (message.changes != null && message.changes.length)
                writer.uint32(/* id 2, wireType 2 =*/18).uint64s(message.changes);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a HistoryStep message from the specified reader or buffer.
         * @function decode
         * @memberof records.HistoryStep
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.HistoryStep & records.HistoryStep.$Shape} HistoryStep
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        HistoryStep.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.HistoryStep();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType === 2) {
                            if (!(message.parts && message.parts.length))
                                message.parts = [];
                            reader.uint64s(message.parts);
                            continue;
                        }
                        if (wireType !== 0)
                            break;
                        if (!(message.parts && message.parts.length))
                            message.parts = [];
                        message.parts.push(reader.uint64());
                        continue;
                    }
                case 2: {
                        if (wireType === 2) {
                            if (!(message.changes && message.changes.length))
                                message.changes = [];
                            reader.uint64s(message.changes);
                            continue;
                        }
                        if (wireType !== 0)
                            break;
                        if (!(message.changes && message.changes.length))
                            message.changes = [];
                        message.changes.push(reader.uint64());
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return HistoryStep;
    })();

    records.ClientFacts = (function() {

        /**
         * Properties of a ClientFacts.
         * @typedef {Object} records.ClientFacts.$Properties
         * @property {string|null} [senderId] ClientFacts senderId
         * @property {string|null} [senderIdKind] ClientFacts senderIdKind
         * @property {number|null} [number] ClientFacts number
         * @property {string|null} [name] ClientFacts name
         * @property {string|null} [phone] ClientFacts phone
         * @property {string|null} [email] ClientFacts email
         * @property {string|null} [photo] ClientFacts photo
         * @property {string|null} [description] ClientFacts description
         * @property {string|null} [url] ClientFacts url
         * @property {string|null} [pageTitle] ClientFacts pageTitle
         * @property {string|null} [userToken] ClientFacts userToken
         * @property {string|null} [session] ClientFacts session
         * @property {number|null} [chatsCount] ClientFacts chatsCount
         * @property {boolean|null} [isBlacklisted] ClientFacts isBlacklisted
         * @property {string|null} [pageData] ClientFacts pageData
         * @property {string|null} [proved] ClientFacts proved
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ClientFacts.
         * @memberof records
         * @interface IClientFacts
         * @augments records.ClientFacts.$Properties
         * @deprecated Use records.ClientFacts.$Properties instead.
         */

        /**
         * Shape of a ClientFacts.
         * @typedef {records.ClientFacts.$Properties} records.ClientFacts.$Shape
         */

        /**
         * Constructs a new ClientFacts.
         * @memberof records
         * @classdesc Represents a ClientFacts.
         * @constructor
         * @param {records.ClientFacts.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ClientFacts = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ClientFacts senderId.
         * @member {string} senderId
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.senderId = "";

        /**
         * ClientFacts senderIdKind.
         * @member {string} senderIdKind
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.senderIdKind = "";

        /**
         * ClientFacts number.
         * @member {number} number
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.number = 0;

        /**
         * ClientFacts name.
         * @member {string|null|undefined} name
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.name = null;

        /**
         * ClientFacts phone.
         * @member {string|null|undefined} phone
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.phone = null;

        /**
         * ClientFacts email.
         * @member {string|null|undefined} email
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.email = null;

        /**
         * ClientFacts photo.
         * @member {string|null|undefined} photo
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.photo = null;

        /**
         * ClientFacts description.
         * @member {string|null|undefined} description
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.description = null;

        /**
         * ClientFacts url.
         * @member {string|null|undefined} url
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.url = null;

        /**
         * ClientFacts pageTitle.
         * @member {string|null|undefined} pageTitle
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.pageTitle = null;

        /**
         * ClientFacts userToken.
         * @member {string|null|undefined} userToken
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.userToken = null;

        /**
         * ClientFacts session.
         * @member {string|null|undefined} session
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.session = null;

        /**
         * ClientFacts chatsCount.
         * @member {number} chatsCount
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.chatsCount = 0;

        /**
         * ClientFacts isBlacklisted.
         * @member {boolean} isBlacklisted
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.isBlacklisted = false;

        /**
         * ClientFacts pageData.
         * @member {string|null|undefined} pageData
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.pageData = null;

        /**
         * ClientFacts proved.
         * @member {string|null|undefined} proved
         * @memberof records.ClientFacts
         * @instance
         */
        ClientFacts.prototype.proved = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_name", {
            get: $util.oneOfGetter($oneOfFields = ["name"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_phone", {
            get: $util.oneOfGetter($oneOfFields = ["phone"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_email", {
            get: $util.oneOfGetter($oneOfFields = ["email"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_photo", {
            get: $util.oneOfGetter($oneOfFields = ["photo"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_description", {
            get: $util.oneOfGetter($oneOfFields = ["description"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_url", {
            get: $util.oneOfGetter($oneOfFields = ["url"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_pageTitle", {
            get: $util.oneOfGetter($oneOfFields = ["pageTitle"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_userToken", {
            get: $util.oneOfGetter($oneOfFields = ["userToken"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_session", {
            get: $util.oneOfGetter($oneOfFields = ["session"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_pageData", {
            get: $util.oneOfGetter($oneOfFields = ["pageData"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ClientFacts.prototype, "_proved", {
            get: $util.oneOfGetter($oneOfFields = ["proved"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified ClientFacts message. Does not implicitly {@link records.ClientFacts.verify|verify} messages.
         * @function encode
         * @memberof records.ClientFacts
         * @static
         * @param {records.ClientFacts.$Properties} message ClientFacts message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ClientFacts.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.senderId != null && message.senderId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.senderId);
            if (message.senderIdKind != null && message.senderIdKind !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.senderIdKind);
            if (message.number != null && !$Object.is(message.number, 0))
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.number);
            if (message.name != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.name);
            if (message.phone != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.phone);
            if (message.email != null)
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.email);
            if (message.photo != null)
                writer.uint32(/* id 7, wireType 2 =*/58).string(message.photo);
            if (message.description != null)
                writer.uint32(/* id 8, wireType 2 =*/66).string(message.description);
            if (message.url != null)
                writer.uint32(/* id 9, wireType 2 =*/74).string(message.url);
            if (message.pageTitle != null)
                writer.uint32(/* id 10, wireType 2 =*/82).string(message.pageTitle);
            if (message.userToken != null)
                writer.uint32(/* id 11, wireType 2 =*/90).string(message.userToken);
            if (message.session != null)
                writer.uint32(/* id 12, wireType 2 =*/98).string(message.session);
            if (message.chatsCount != null && !$Object.is(message.chatsCount, 0))
                writer.uint32(/* id 13, wireType 1 =*/105).double(message.chatsCount);
            if (message.isBlacklisted != null && message.isBlacklisted !== false)
                writer.uint32(/* id 14, wireType 0 =*/112).bool(message.isBlacklisted);
            if (message.pageData != null)
                writer.uint32(/* id 15, wireType 2 =*/122).string(message.pageData);
            if (message.proved != null)
                writer.uint32(/* id 16, wireType 2 =*/130).string(message.proved);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ClientFacts message from the specified reader or buffer.
         * @function decode
         * @memberof records.ClientFacts
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.ClientFacts & records.ClientFacts.$Shape} ClientFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ClientFacts.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.ClientFacts();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.senderId = value;
                        else
                            delete message.senderId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.senderIdKind = value;
                        else
                            delete message.senderIdKind;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.number = value;
                        else
                            delete message.number;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.name = reader.stringVerify();
                        message._name = "name";
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.phone = reader.stringVerify();
                        message._phone = "phone";
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        message.email = reader.stringVerify();
                        message._email = "email";
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        message.photo = reader.stringVerify();
                        message._photo = "photo";
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        message.description = reader.stringVerify();
                        message._description = "description";
                        continue;
                    }
                case 9: {
                        if (wireType !== 2)
                            break;
                        message.url = reader.stringVerify();
                        message._url = "url";
                        continue;
                    }
                case 10: {
                        if (wireType !== 2)
                            break;
                        message.pageTitle = reader.stringVerify();
                        message._pageTitle = "pageTitle";
                        continue;
                    }
                case 11: {
                        if (wireType !== 2)
                            break;
                        message.userToken = reader.stringVerify();
                        message._userToken = "userToken";
                        continue;
                    }
                case 12: {
                        if (wireType !== 2)
                            break;
                        message.session = reader.stringVerify();
                        message._session = "session";
                        continue;
                    }
                case 13: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.chatsCount = value;
                        else
                            delete message.chatsCount;
                        continue;
                    }
                case 14: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isBlacklisted = value;
                        else
                            delete message.isBlacklisted;
                        continue;
                    }
                case 15: {
                        if (wireType !== 2)
                            break;
                        message.pageData = reader.stringVerify();
                        message._pageData = "pageData";
                        continue;
                    }
                case 16: {
                        if (wireType !== 2)
                            break;
                        message.proved = reader.stringVerify();
                        message._proved = "proved";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return ClientFacts;
    })();

    records.Client = (function() {

        /**
         * Properties of a Client.
         * @typedef {Object} records.Client.$Properties
         * @property {string|null} [channelId] Client channelId
         * @property {records.ClientFacts.$Properties|null} [client] Client client
         * @property {string|null} [openChatId] Client openChatId
         * @property {number|null} [seenAtMs] Client seenAtMs
         * @property {boolean|null} [hasLeftMessage] Client hasLeftMessage
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Client.
         * @memberof records
         * @interface IClient
         * @augments records.Client.$Properties
         * @deprecated Use records.Client.$Properties instead.
         */

        /**
         * Shape of a Client.
         * @typedef {records.Client.$Properties} records.Client.$Shape
         */

        /**
         * Constructs a new Client.
         * @memberof records
         * @classdesc Represents a Client.
         * @constructor
         * @param {records.Client.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Client = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Client channelId.
         * @member {string} channelId
         * @memberof records.Client
         * @instance
         */
        Client.prototype.channelId = "";

        /**
         * Client client.
         * @member {records.ClientFacts.$Properties|null|undefined} client
         * @memberof records.Client
         * @instance
         */
        Client.prototype.client = null;

        /**
         * Client openChatId.
         * @member {string|null|undefined} openChatId
         * @memberof records.Client
         * @instance
         */
        Client.prototype.openChatId = null;

        /**
         * Client seenAtMs.
         * @member {number|null|undefined} seenAtMs
         * @memberof records.Client
         * @instance
         */
        Client.prototype.seenAtMs = null;

        /**
         * Client hasLeftMessage.
         * @member {boolean} hasLeftMessage
         * @memberof records.Client
         * @instance
         */
        Client.prototype.hasLeftMessage = false;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Client.prototype, "_openChatId", {
            get: $util.oneOfGetter($oneOfFields = ["openChatId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Client.prototype, "_seenAtMs", {
            get: $util.oneOfGetter($oneOfFields = ["seenAtMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Client message. Does not implicitly {@link records.Client.verify|verify} messages.
         * @function encode
         * @memberof records.Client
         * @static
         * @param {records.Client.$Properties} message Client message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Client.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.channelId != null && message.channelId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.channelId);
            if (message.client != null)
                $root.records.ClientFacts.encode(message.client, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.openChatId != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.openChatId);
            if (message.seenAtMs != null)
                writer.uint32(/* id 4, wireType 1 =*/33).double(message.seenAtMs);
            if (message.hasLeftMessage != null && message.hasLeftMessage !== false)
                writer.uint32(/* id 5, wireType 0 =*/40).bool(message.hasLeftMessage);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Client message from the specified reader or buffer.
         * @function decode
         * @memberof records.Client
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Client & records.Client.$Shape} Client
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Client.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Client();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.channelId = value;
                        else
                            delete message.channelId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.client = $root.records.ClientFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.client);
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.openChatId = reader.stringVerify();
                        message._openChatId = "openChatId";
                        continue;
                    }
                case 4: {
                        if (wireType !== 1)
                            break;
                        message.seenAtMs = reader.double();
                        message._seenAtMs = "seenAtMs";
                        continue;
                    }
                case 5: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.hasLeftMessage = value;
                        else
                            delete message.hasLeftMessage;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Client;
    })();

    records.Media = (function() {

        /**
         * Properties of a Media.
         * @typedef {Object} records.Media.$Properties
         * @property {string|null} [file] Media file
         * @property {string|null} [thumb] Media thumb
         * @property {string|null} [emoji] Media emoji
         * @property {string|null} [fileName] Media fileName
         * @property {number|null} [fileSize] Media fileSize
         * @property {number|null} [duration] Media duration
         * @property {number|null} [width] Media width
         * @property {number|null} [height] Media height
         * @property {string|null} [performer] Media performer
         * @property {string|null} [title] Media title
         * @property {number|null} [latitude] Media latitude
         * @property {number|null} [longitude] Media longitude
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Media.
         * @memberof records
         * @interface IMedia
         * @augments records.Media.$Properties
         * @deprecated Use records.Media.$Properties instead.
         */

        /**
         * Shape of a Media.
         * @typedef {records.Media.$Properties} records.Media.$Shape
         */

        /**
         * Constructs a new Media.
         * @memberof records
         * @classdesc Represents a Media.
         * @constructor
         * @param {records.Media.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Media = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Media file.
         * @member {string|null|undefined} file
         * @memberof records.Media
         * @instance
         */
        Media.prototype.file = null;

        /**
         * Media thumb.
         * @member {string|null|undefined} thumb
         * @memberof records.Media
         * @instance
         */
        Media.prototype.thumb = null;

        /**
         * Media emoji.
         * @member {string|null|undefined} emoji
         * @memberof records.Media
         * @instance
         */
        Media.prototype.emoji = null;

        /**
         * Media fileName.
         * @member {string|null|undefined} fileName
         * @memberof records.Media
         * @instance
         */
        Media.prototype.fileName = null;

        /**
         * Media fileSize.
         * @member {number|null|undefined} fileSize
         * @memberof records.Media
         * @instance
         */
        Media.prototype.fileSize = null;

        /**
         * Media duration.
         * @member {number|null|undefined} duration
         * @memberof records.Media
         * @instance
         */
        Media.prototype.duration = null;

        /**
         * Media width.
         * @member {number|null|undefined} width
         * @memberof records.Media
         * @instance
         */
        Media.prototype.width = null;

        /**
         * Media height.
         * @member {number|null|undefined} height
         * @memberof records.Media
         * @instance
         */
        Media.prototype.height = null;

        /**
         * Media performer.
         * @member {string|null|undefined} performer
         * @memberof records.Media
         * @instance
         */
        Media.prototype.performer = null;

        /**
         * Media title.
         * @member {string|null|undefined} title
         * @memberof records.Media
         * @instance
         */
        Media.prototype.title = null;

        /**
         * Media latitude.
         * @member {number|null|undefined} latitude
         * @memberof records.Media
         * @instance
         */
        Media.prototype.latitude = null;

        /**
         * Media longitude.
         * @member {number|null|undefined} longitude
         * @memberof records.Media
         * @instance
         */
        Media.prototype.longitude = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_file", {
            get: $util.oneOfGetter($oneOfFields = ["file"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_thumb", {
            get: $util.oneOfGetter($oneOfFields = ["thumb"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_emoji", {
            get: $util.oneOfGetter($oneOfFields = ["emoji"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_fileName", {
            get: $util.oneOfGetter($oneOfFields = ["fileName"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_fileSize", {
            get: $util.oneOfGetter($oneOfFields = ["fileSize"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_duration", {
            get: $util.oneOfGetter($oneOfFields = ["duration"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_width", {
            get: $util.oneOfGetter($oneOfFields = ["width"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_height", {
            get: $util.oneOfGetter($oneOfFields = ["height"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_performer", {
            get: $util.oneOfGetter($oneOfFields = ["performer"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_title", {
            get: $util.oneOfGetter($oneOfFields = ["title"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_latitude", {
            get: $util.oneOfGetter($oneOfFields = ["latitude"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Media.prototype, "_longitude", {
            get: $util.oneOfGetter($oneOfFields = ["longitude"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Media message. Does not implicitly {@link records.Media.verify|verify} messages.
         * @function encode
         * @memberof records.Media
         * @static
         * @param {records.Media.$Properties} message Media message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Media.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.file != null)
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.file);
            if (message.thumb != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.thumb);
            if (message.emoji != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.emoji);
            if (message.fileName != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.fileName);
            if (message.fileSize != null)
                writer.uint32(/* id 5, wireType 1 =*/41).double(message.fileSize);
            if (message.duration != null)
                writer.uint32(/* id 6, wireType 1 =*/49).double(message.duration);
            if (message.width != null)
                writer.uint32(/* id 7, wireType 1 =*/57).double(message.width);
            if (message.height != null)
                writer.uint32(/* id 8, wireType 1 =*/65).double(message.height);
            if (message.performer != null)
                writer.uint32(/* id 9, wireType 2 =*/74).string(message.performer);
            if (message.title != null)
                writer.uint32(/* id 10, wireType 2 =*/82).string(message.title);
            if (message.latitude != null)
                writer.uint32(/* id 11, wireType 1 =*/89).double(message.latitude);
            if (message.longitude != null)
                writer.uint32(/* id 12, wireType 1 =*/97).double(message.longitude);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Media message from the specified reader or buffer.
         * @function decode
         * @memberof records.Media
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Media & records.Media.$Shape} Media
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Media.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Media();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        message.file = reader.stringVerify();
                        message._file = "file";
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.thumb = reader.stringVerify();
                        message._thumb = "thumb";
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.emoji = reader.stringVerify();
                        message._emoji = "emoji";
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.fileName = reader.stringVerify();
                        message._fileName = "fileName";
                        continue;
                    }
                case 5: {
                        if (wireType !== 1)
                            break;
                        message.fileSize = reader.double();
                        message._fileSize = "fileSize";
                        continue;
                    }
                case 6: {
                        if (wireType !== 1)
                            break;
                        message.duration = reader.double();
                        message._duration = "duration";
                        continue;
                    }
                case 7: {
                        if (wireType !== 1)
                            break;
                        message.width = reader.double();
                        message._width = "width";
                        continue;
                    }
                case 8: {
                        if (wireType !== 1)
                            break;
                        message.height = reader.double();
                        message._height = "height";
                        continue;
                    }
                case 9: {
                        if (wireType !== 2)
                            break;
                        message.performer = reader.stringVerify();
                        message._performer = "performer";
                        continue;
                    }
                case 10: {
                        if (wireType !== 2)
                            break;
                        message.title = reader.stringVerify();
                        message._title = "title";
                        continue;
                    }
                case 11: {
                        if (wireType !== 1)
                            break;
                        message.latitude = reader.double();
                        message._latitude = "latitude";
                        continue;
                    }
                case 12: {
                        if (wireType !== 1)
                            break;
                        message.longitude = reader.double();
                        message._longitude = "longitude";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Media;
    })();

    records.Button = (function() {

        /**
         * Properties of a Button.
         * @typedef {Object} records.Button.$Properties
         * @property {string|null} [text] Button text
         * @property {string|null} [id] Button id
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Button.
         * @memberof records
         * @interface IButton
         * @augments records.Button.$Properties
         * @deprecated Use records.Button.$Properties instead.
         */

        /**
         * Shape of a Button.
         * @typedef {records.Button.$Properties} records.Button.$Shape
         */

        /**
         * Constructs a new Button.
         * @memberof records
         * @classdesc Represents a Button.
         * @constructor
         * @param {records.Button.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Button = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Button text.
         * @member {string} text
         * @memberof records.Button
         * @instance
         */
        Button.prototype.text = "";

        /**
         * Button id.
         * @member {string|null|undefined} id
         * @memberof records.Button
         * @instance
         */
        Button.prototype.id = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Button.prototype, "_id", {
            get: $util.oneOfGetter($oneOfFields = ["id"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Button message. Does not implicitly {@link records.Button.verify|verify} messages.
         * @function encode
         * @memberof records.Button
         * @static
         * @param {records.Button.$Properties} message Button message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Button.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.text);
            if (message.id != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.id);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Button message from the specified reader or buffer.
         * @function decode
         * @memberof records.Button
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Button & records.Button.$Shape} Button
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Button.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Button();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.text = value;
                        else
                            delete message.text;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.id = reader.stringVerify();
                        message._id = "id";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Button;
    })();

    records.MessageContent = (function() {

        /**
         * Properties of a MessageContent.
         * @typedef {Object} records.MessageContent.$Properties
         * @property {string|null} [type] MessageContent type
         * @property {string|null} [text] MessageContent text
         * @property {records.Media.$Properties|null} [media] MessageContent media
         * @property {Array.<records.Button.$Properties>|null} [buttons] MessageContent buttons
         * @property {string|null} [fallback] MessageContent fallback
         * @property {number|null} [cut] MessageContent cut
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a MessageContent.
         * @memberof records
         * @interface IMessageContent
         * @augments records.MessageContent.$Properties
         * @deprecated Use records.MessageContent.$Properties instead.
         */

        /**
         * Shape of a MessageContent.
         * @typedef {records.MessageContent.$Properties} records.MessageContent.$Shape
         */

        /**
         * Constructs a new MessageContent.
         * @memberof records
         * @classdesc Represents a MessageContent.
         * @constructor
         * @param {records.MessageContent.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const MessageContent = function (properties) {
            this.buttons = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * MessageContent type.
         * @member {string} type
         * @memberof records.MessageContent
         * @instance
         */
        MessageContent.prototype.type = "";

        /**
         * MessageContent text.
         * @member {string} text
         * @memberof records.MessageContent
         * @instance
         */
        MessageContent.prototype.text = "";

        /**
         * MessageContent media.
         * @member {records.Media.$Properties|null|undefined} media
         * @memberof records.MessageContent
         * @instance
         */
        MessageContent.prototype.media = null;

        /**
         * MessageContent buttons.
         * @member {Array.<records.Button.$Properties>} buttons
         * @memberof records.MessageContent
         * @instance
         */
        MessageContent.prototype.buttons = $util.emptyArray;

        /**
         * MessageContent fallback.
         * @member {string|null|undefined} fallback
         * @memberof records.MessageContent
         * @instance
         */
        MessageContent.prototype.fallback = null;

        /**
         * MessageContent cut.
         * @member {number|null|undefined} cut
         * @memberof records.MessageContent
         * @instance
         */
        MessageContent.prototype.cut = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MessageContent.prototype, "_fallback", {
            get: $util.oneOfGetter($oneOfFields = ["fallback"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MessageContent.prototype, "_cut", {
            get: $util.oneOfGetter($oneOfFields = ["cut"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified MessageContent message. Does not implicitly {@link records.MessageContent.verify|verify} messages.
         * @function encode
         * @memberof records.MessageContent
         * @static
         * @param {records.MessageContent.$Properties} message MessageContent message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        MessageContent.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.type != null && message.type !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.type);
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.text);
            if (message.media != null)
                $root.records.Media.encode(message.media, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.buttons != null && message.buttons.length)
                for (let i = 0; i < message.buttons.length; ++i)
                    $root.records.Button.encode(message.buttons[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.fallback != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.fallback);
            if (message.cut != null)
                writer.uint32(/* id 6, wireType 1 =*/49).double(message.cut);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a MessageContent message from the specified reader or buffer.
         * @function decode
         * @memberof records.MessageContent
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.MessageContent & records.MessageContent.$Shape} MessageContent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        MessageContent.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.MessageContent();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.type = value;
                        else
                            delete message.type;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.text = value;
                        else
                            delete message.text;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.media = $root.records.Media.decode(reader, reader.size(), $undefined, _depth + 1, message.media);
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if (!(message.buttons && message.buttons.length))
                            message.buttons = [];
                        message.buttons.push($root.records.Button.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.fallback = reader.stringVerify();
                        message._fallback = "fallback";
                        continue;
                    }
                case 6: {
                        if (wireType !== 1)
                            break;
                        message.cut = reader.double();
                        message._cut = "cut";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return MessageContent;
    })();

    records.Quote = (function() {

        /**
         * Properties of a Quote.
         * @typedef {Object} records.Quote.$Properties
         * @property {number|null} [seq] Quote seq
         * @property {string|null} [from] Quote from
         * @property {string|null} [type] Quote type
         * @property {string|null} [text] Quote text
         * @property {number|null} [agentId] Quote agentId
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Quote.
         * @memberof records
         * @interface IQuote
         * @augments records.Quote.$Properties
         * @deprecated Use records.Quote.$Properties instead.
         */

        /**
         * Shape of a Quote.
         * @typedef {records.Quote.$Properties} records.Quote.$Shape
         */

        /**
         * Constructs a new Quote.
         * @memberof records
         * @classdesc Represents a Quote.
         * @constructor
         * @param {records.Quote.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Quote = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Quote seq.
         * @member {number} seq
         * @memberof records.Quote
         * @instance
         */
        Quote.prototype.seq = 0;

        /**
         * Quote from.
         * @member {string} from
         * @memberof records.Quote
         * @instance
         */
        Quote.prototype.from = "";

        /**
         * Quote type.
         * @member {string} type
         * @memberof records.Quote
         * @instance
         */
        Quote.prototype.type = "";

        /**
         * Quote text.
         * @member {string} text
         * @memberof records.Quote
         * @instance
         */
        Quote.prototype.text = "";

        /**
         * Quote agentId.
         * @member {number|null|undefined} agentId
         * @memberof records.Quote
         * @instance
         */
        Quote.prototype.agentId = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Quote.prototype, "_agentId", {
            get: $util.oneOfGetter($oneOfFields = ["agentId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Quote message. Does not implicitly {@link records.Quote.verify|verify} messages.
         * @function encode
         * @memberof records.Quote
         * @static
         * @param {records.Quote.$Properties} message Quote message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Quote.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.seq != null && !$Object.is(message.seq, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.seq);
            if (message.from != null && message.from !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.from);
            if (message.type != null && message.type !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.type);
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.text);
            if (message.agentId != null)
                writer.uint32(/* id 5, wireType 1 =*/41).double(message.agentId);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Quote message from the specified reader or buffer.
         * @function decode
         * @memberof records.Quote
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Quote & records.Quote.$Shape} Quote
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Quote.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Quote();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.seq = value;
                        else
                            delete message.seq;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.from = value;
                        else
                            delete message.from;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.type = value;
                        else
                            delete message.type;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.text = value;
                        else
                            delete message.text;
                        continue;
                    }
                case 5: {
                        if (wireType !== 1)
                            break;
                        message.agentId = reader.double();
                        message._agentId = "agentId";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Quote;
    })();

    records.Message = (function() {

        /**
         * Properties of a Message.
         * @typedef {Object} records.Message.$Properties
         * @property {number|null} [seq] Message seq
         * @property {string|null} [id] Message id
         * @property {string|null} [from] Message from
         * @property {records.MessageContent.$Properties|null} [content] Message content
         * @property {number|null} [agentId] Message agentId
         * @property {number|null} [atMs] Message atMs
         * @property {string|null} [externalId] Message externalId
         * @property {string|null} [deliveryId] Message deliveryId
         * @property {string|null} [botDeliveryId] Message botDeliveryId
         * @property {string|null} [buttonId] Message buttonId
         * @property {boolean|null} [isHidden] Message isHidden
         * @property {boolean|null} [isBlacklisted] Message isBlacklisted
         * @property {records.Quote.$Properties|null} [quote] Message quote
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Message.
         * @memberof records
         * @interface IMessage
         * @augments records.Message.$Properties
         * @deprecated Use records.Message.$Properties instead.
         */

        /**
         * Shape of a Message.
         * @typedef {records.Message.$Properties} records.Message.$Shape
         */

        /**
         * Constructs a new Message.
         * @memberof records
         * @classdesc Represents a Message.
         * @constructor
         * @param {records.Message.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Message = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Message seq.
         * @member {number} seq
         * @memberof records.Message
         * @instance
         */
        Message.prototype.seq = 0;

        /**
         * Message id.
         * @member {string} id
         * @memberof records.Message
         * @instance
         */
        Message.prototype.id = "";

        /**
         * Message from.
         * @member {string} from
         * @memberof records.Message
         * @instance
         */
        Message.prototype.from = "";

        /**
         * Message content.
         * @member {records.MessageContent.$Properties|null|undefined} content
         * @memberof records.Message
         * @instance
         */
        Message.prototype.content = null;

        /**
         * Message agentId.
         * @member {number|null|undefined} agentId
         * @memberof records.Message
         * @instance
         */
        Message.prototype.agentId = null;

        /**
         * Message atMs.
         * @member {number} atMs
         * @memberof records.Message
         * @instance
         */
        Message.prototype.atMs = 0;

        /**
         * Message externalId.
         * @member {string|null|undefined} externalId
         * @memberof records.Message
         * @instance
         */
        Message.prototype.externalId = null;

        /**
         * Message deliveryId.
         * @member {string|null|undefined} deliveryId
         * @memberof records.Message
         * @instance
         */
        Message.prototype.deliveryId = null;

        /**
         * Message botDeliveryId.
         * @member {string|null|undefined} botDeliveryId
         * @memberof records.Message
         * @instance
         */
        Message.prototype.botDeliveryId = null;

        /**
         * Message buttonId.
         * @member {string|null|undefined} buttonId
         * @memberof records.Message
         * @instance
         */
        Message.prototype.buttonId = null;

        /**
         * Message isHidden.
         * @member {boolean} isHidden
         * @memberof records.Message
         * @instance
         */
        Message.prototype.isHidden = false;

        /**
         * Message isBlacklisted.
         * @member {boolean} isBlacklisted
         * @memberof records.Message
         * @instance
         */
        Message.prototype.isBlacklisted = false;

        /**
         * Message quote.
         * @member {records.Quote.$Properties|null|undefined} quote
         * @memberof records.Message
         * @instance
         */
        Message.prototype.quote = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Message.prototype, "_agentId", {
            get: $util.oneOfGetter($oneOfFields = ["agentId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Message.prototype, "_externalId", {
            get: $util.oneOfGetter($oneOfFields = ["externalId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Message.prototype, "_deliveryId", {
            get: $util.oneOfGetter($oneOfFields = ["deliveryId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Message.prototype, "_botDeliveryId", {
            get: $util.oneOfGetter($oneOfFields = ["botDeliveryId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Message.prototype, "_buttonId", {
            get: $util.oneOfGetter($oneOfFields = ["buttonId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Message message. Does not implicitly {@link records.Message.verify|verify} messages.
         * @function encode
         * @memberof records.Message
         * @static
         * @param {records.Message.$Properties} message Message message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Message.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.seq != null && !$Object.is(message.seq, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.seq);
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.id);
            if (message.from != null && message.from !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.from);
            if (message.content != null)
                $root.records.MessageContent.encode(message.content, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.agentId != null)
                writer.uint32(/* id 5, wireType 1 =*/41).double(message.agentId);
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 6, wireType 1 =*/49).double(message.atMs);
            if (message.externalId != null)
                writer.uint32(/* id 7, wireType 2 =*/58).string(message.externalId);
            if (message.deliveryId != null)
                writer.uint32(/* id 8, wireType 2 =*/66).string(message.deliveryId);
            if (message.botDeliveryId != null)
                writer.uint32(/* id 9, wireType 2 =*/74).string(message.botDeliveryId);
            if (message.buttonId != null)
                writer.uint32(/* id 10, wireType 2 =*/82).string(message.buttonId);
            if (message.isHidden != null && message.isHidden !== false)
                writer.uint32(/* id 11, wireType 0 =*/88).bool(message.isHidden);
            if (message.isBlacklisted != null && message.isBlacklisted !== false)
                writer.uint32(/* id 12, wireType 0 =*/96).bool(message.isBlacklisted);
            if (message.quote != null)
                $root.records.Quote.encode(message.quote, writer.uint32(/* id 13, wireType 2 =*/106).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Message message from the specified reader or buffer.
         * @function decode
         * @memberof records.Message
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Message & records.Message.$Shape} Message
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Message.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Message();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.seq = value;
                        else
                            delete message.seq;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.id = value;
                        else
                            delete message.id;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.from = value;
                        else
                            delete message.from;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.content = $root.records.MessageContent.decode(reader, reader.size(), $undefined, _depth + 1, message.content);
                        continue;
                    }
                case 5: {
                        if (wireType !== 1)
                            break;
                        message.agentId = reader.double();
                        message._agentId = "agentId";
                        continue;
                    }
                case 6: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        message.externalId = reader.stringVerify();
                        message._externalId = "externalId";
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        message.deliveryId = reader.stringVerify();
                        message._deliveryId = "deliveryId";
                        continue;
                    }
                case 9: {
                        if (wireType !== 2)
                            break;
                        message.botDeliveryId = reader.stringVerify();
                        message._botDeliveryId = "botDeliveryId";
                        continue;
                    }
                case 10: {
                        if (wireType !== 2)
                            break;
                        message.buttonId = reader.stringVerify();
                        message._buttonId = "buttonId";
                        continue;
                    }
                case 11: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isHidden = value;
                        else
                            delete message.isHidden;
                        continue;
                    }
                case 12: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isBlacklisted = value;
                        else
                            delete message.isBlacklisted;
                        continue;
                    }
                case 13: {
                        if (wireType !== 2)
                            break;
                        message.quote = $root.records.Quote.decode(reader, reader.size(), $undefined, _depth + 1, message.quote);
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Message;
    })();

    records.ChatState = (function() {

        /**
         * Properties of a ChatState.
         * @typedef {Object} records.ChatState.$Properties
         * @property {string|null} [channelId] ChatState channelId
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChatState.
         * @memberof records
         * @interface IChatState
         * @augments records.ChatState.$Properties
         * @deprecated Use records.ChatState.$Properties instead.
         */

        /**
         * Shape of a ChatState.
         * @typedef {records.ChatState.$Properties} records.ChatState.$Shape
         */

        /**
         * Constructs a new ChatState.
         * @memberof records
         * @classdesc Represents a ChatState.
         * @constructor
         * @param {records.ChatState.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChatState = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ChatState channelId.
         * @member {string} channelId
         * @memberof records.ChatState
         * @instance
         */
        ChatState.prototype.channelId = "";

        /**
         * Encodes the specified ChatState message. Does not implicitly {@link records.ChatState.verify|verify} messages.
         * @function encode
         * @memberof records.ChatState
         * @static
         * @param {records.ChatState.$Properties} message ChatState message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChatState.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.channelId != null && message.channelId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.channelId);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChatState message from the specified reader or buffer.
         * @function decode
         * @memberof records.ChatState
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.ChatState & records.ChatState.$Shape} ChatState
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChatState.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.ChatState();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.channelId = value;
                        else
                            delete message.channelId;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return ChatState;
    })();

    records.DeliveryList = (function() {

        /**
         * Properties of a DeliveryList.
         * @typedef {Object} records.DeliveryList.$Properties
         * @property {string|null} [chatId] DeliveryList chatId
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a DeliveryList.
         * @memberof records
         * @interface IDeliveryList
         * @augments records.DeliveryList.$Properties
         * @deprecated Use records.DeliveryList.$Properties instead.
         */

        /**
         * Shape of a DeliveryList.
         * @typedef {records.DeliveryList.$Properties} records.DeliveryList.$Shape
         */

        /**
         * Constructs a new DeliveryList.
         * @memberof records
         * @classdesc Represents a DeliveryList.
         * @constructor
         * @param {records.DeliveryList.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const DeliveryList = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * DeliveryList chatId.
         * @member {string} chatId
         * @memberof records.DeliveryList
         * @instance
         */
        DeliveryList.prototype.chatId = "";

        /**
         * Encodes the specified DeliveryList message. Does not implicitly {@link records.DeliveryList.verify|verify} messages.
         * @function encode
         * @memberof records.DeliveryList
         * @static
         * @param {records.DeliveryList.$Properties} message DeliveryList message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        DeliveryList.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.chatId != null && message.chatId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.chatId);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a DeliveryList message from the specified reader or buffer.
         * @function decode
         * @memberof records.DeliveryList
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.DeliveryList & records.DeliveryList.$Shape} DeliveryList
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        DeliveryList.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.DeliveryList();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.chatId = value;
                        else
                            delete message.chatId;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return DeliveryList;
    })();

    records.ChannelLog = (function() {

        /**
         * Properties of a ChannelLog.
         * @typedef {Object} records.ChannelLog.$Properties
         * @property {number|null} [atMs] ChannelLog atMs
         * @property {string|null} [kind] ChannelLog kind
         * @property {string|null} [cause] ChannelLog cause
         * @property {string|null} [chatId] ChannelLog chatId
         * @property {number|null} [messageSeq] ChannelLog messageSeq
         * @property {string|null} [text] ChannelLog text
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChannelLog.
         * @memberof records
         * @interface IChannelLog
         * @augments records.ChannelLog.$Properties
         * @deprecated Use records.ChannelLog.$Properties instead.
         */

        /**
         * Shape of a ChannelLog.
         * @typedef {records.ChannelLog.$Properties} records.ChannelLog.$Shape
         */

        /**
         * Constructs a new ChannelLog.
         * @memberof records
         * @classdesc Represents a ChannelLog.
         * @constructor
         * @param {records.ChannelLog.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChannelLog = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ChannelLog atMs.
         * @member {number} atMs
         * @memberof records.ChannelLog
         * @instance
         */
        ChannelLog.prototype.atMs = 0;

        /**
         * ChannelLog kind.
         * @member {string} kind
         * @memberof records.ChannelLog
         * @instance
         */
        ChannelLog.prototype.kind = "";

        /**
         * ChannelLog cause.
         * @member {string} cause
         * @memberof records.ChannelLog
         * @instance
         */
        ChannelLog.prototype.cause = "";

        /**
         * ChannelLog chatId.
         * @member {string|null|undefined} chatId
         * @memberof records.ChannelLog
         * @instance
         */
        ChannelLog.prototype.chatId = null;

        /**
         * ChannelLog messageSeq.
         * @member {number} messageSeq
         * @memberof records.ChannelLog
         * @instance
         */
        ChannelLog.prototype.messageSeq = 0;

        /**
         * ChannelLog text.
         * @member {string} text
         * @memberof records.ChannelLog
         * @instance
         */
        ChannelLog.prototype.text = "";

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ChannelLog.prototype, "_chatId", {
            get: $util.oneOfGetter($oneOfFields = ["chatId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified ChannelLog message. Does not implicitly {@link records.ChannelLog.verify|verify} messages.
         * @function encode
         * @memberof records.ChannelLog
         * @static
         * @param {records.ChannelLog.$Properties} message ChannelLog message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChannelLog.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.atMs);
            if (message.kind != null && message.kind !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.kind);
            if (message.cause != null && message.cause !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.cause);
            if (message.chatId != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.chatId);
            if (message.messageSeq != null && !$Object.is(message.messageSeq, 0))
                writer.uint32(/* id 5, wireType 1 =*/41).double(message.messageSeq);
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.text);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChannelLog message from the specified reader or buffer.
         * @function decode
         * @memberof records.ChannelLog
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.ChannelLog & records.ChannelLog.$Shape} ChannelLog
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChannelLog.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.ChannelLog();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.kind = value;
                        else
                            delete message.kind;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.cause = value;
                        else
                            delete message.cause;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.chatId = reader.stringVerify();
                        message._chatId = "chatId";
                        continue;
                    }
                case 5: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.messageSeq = value;
                        else
                            delete message.messageSeq;
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.text = value;
                        else
                            delete message.text;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return ChannelLog;
    })();

    records.Name = (function() {

        /**
         * Properties of a Name.
         * @typedef {Object} records.Name.$Properties
         * @property {string|null} [name] Name name
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Name.
         * @memberof records
         * @interface IName
         * @augments records.Name.$Properties
         * @deprecated Use records.Name.$Properties instead.
         */

        /**
         * Shape of a Name.
         * @typedef {records.Name.$Properties} records.Name.$Shape
         */

        /**
         * Constructs a new Name.
         * @memberof records
         * @classdesc Represents a Name.
         * @constructor
         * @param {records.Name.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Name = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Name name.
         * @member {string} name
         * @memberof records.Name
         * @instance
         */
        Name.prototype.name = "";

        /**
         * Encodes the specified Name message. Does not implicitly {@link records.Name.verify|verify} messages.
         * @function encode
         * @memberof records.Name
         * @static
         * @param {records.Name.$Properties} message Name message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Name.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Name message from the specified reader or buffer.
         * @function decode
         * @memberof records.Name
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Name & records.Name.$Shape} Name
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Name.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Name();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.name = value;
                        else
                            delete message.name;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Name;
    })();

    records.File = (function() {

        /**
         * Properties of a File.
         * @typedef {Object} records.File.$Properties
         * @property {string|null} [chatId] File chatId
         * @property {number|null} [agentId] File agentId
         * @property {string|null} [name] File name
         * @property {string|null} [mimeType] File mimeType
         * @property {number|null} [bytes] File bytes
         * @property {number|null} [createdAtMs] File createdAtMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a File.
         * @memberof records
         * @interface IFile
         * @augments records.File.$Properties
         * @deprecated Use records.File.$Properties instead.
         */

        /**
         * Shape of a File.
         * @typedef {records.File.$Properties} records.File.$Shape
         */

        /**
         * Constructs a new File.
         * @memberof records
         * @classdesc Represents a File.
         * @constructor
         * @param {records.File.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const File = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * File chatId.
         * @member {string} chatId
         * @memberof records.File
         * @instance
         */
        File.prototype.chatId = "";

        /**
         * File agentId.
         * @member {number} agentId
         * @memberof records.File
         * @instance
         */
        File.prototype.agentId = 0;

        /**
         * File name.
         * @member {string} name
         * @memberof records.File
         * @instance
         */
        File.prototype.name = "";

        /**
         * File mimeType.
         * @member {string} mimeType
         * @memberof records.File
         * @instance
         */
        File.prototype.mimeType = "";

        /**
         * File bytes.
         * @member {number} bytes
         * @memberof records.File
         * @instance
         */
        File.prototype.bytes = 0;

        /**
         * File createdAtMs.
         * @member {number} createdAtMs
         * @memberof records.File
         * @instance
         */
        File.prototype.createdAtMs = 0;

        /**
         * Encodes the specified File message. Does not implicitly {@link records.File.verify|verify} messages.
         * @function encode
         * @memberof records.File
         * @static
         * @param {records.File.$Properties} message File message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        File.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.chatId != null && message.chatId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.chatId);
            if (message.agentId != null && !$Object.is(message.agentId, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.agentId);
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.name);
            if (message.mimeType != null && message.mimeType !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.mimeType);
            if (message.bytes != null && !$Object.is(message.bytes, 0))
                writer.uint32(/* id 5, wireType 1 =*/41).double(message.bytes);
            if (message.createdAtMs != null && !$Object.is(message.createdAtMs, 0))
                writer.uint32(/* id 6, wireType 1 =*/49).double(message.createdAtMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a File message from the specified reader or buffer.
         * @function decode
         * @memberof records.File
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.File & records.File.$Shape} File
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        File.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.File();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.chatId = value;
                        else
                            delete message.chatId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.agentId = value;
                        else
                            delete message.agentId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.name = value;
                        else
                            delete message.name;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.mimeType = value;
                        else
                            delete message.mimeType;
                        continue;
                    }
                case 5: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.bytes = value;
                        else
                            delete message.bytes;
                        continue;
                    }
                case 6: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.createdAtMs = value;
                        else
                            delete message.createdAtMs;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return File;
    })();

    records.ChatFile = (function() {

        /**
         * Properties of a ChatFile.
         * @typedef {Object} records.ChatFile.$Properties
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChatFile.
         * @memberof records
         * @interface IChatFile
         * @augments records.ChatFile.$Properties
         * @deprecated Use records.ChatFile.$Properties instead.
         */

        /**
         * Shape of a ChatFile.
         * @typedef {records.ChatFile.$Properties} records.ChatFile.$Shape
         */

        /**
         * Constructs a new ChatFile.
         * @memberof records
         * @classdesc Represents a ChatFile.
         * @constructor
         * @param {records.ChatFile.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChatFile = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Encodes the specified ChatFile message. Does not implicitly {@link records.ChatFile.verify|verify} messages.
         * @function encode
         * @memberof records.ChatFile
         * @static
         * @param {records.ChatFile.$Properties} message ChatFile message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChatFile.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChatFile message from the specified reader or buffer.
         * @function decode
         * @memberof records.ChatFile
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.ChatFile & records.ChatFile.$Shape} ChatFile
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChatFile.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.ChatFile();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                reader.skipType(tag & 7, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return ChatFile;
    })();

    records.ArchiveQueue = (function() {

        /**
         * Properties of an ArchiveQueue.
         * @typedef {Object} records.ArchiveQueue.$Properties
         * @property {boolean|null} [isRemoval] ArchiveQueue isRemoval
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an ArchiveQueue.
         * @memberof records
         * @interface IArchiveQueue
         * @augments records.ArchiveQueue.$Properties
         * @deprecated Use records.ArchiveQueue.$Properties instead.
         */

        /**
         * Shape of an ArchiveQueue.
         * @typedef {records.ArchiveQueue.$Properties} records.ArchiveQueue.$Shape
         */

        /**
         * Constructs a new ArchiveQueue.
         * @memberof records
         * @classdesc Represents an ArchiveQueue.
         * @constructor
         * @param {records.ArchiveQueue.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ArchiveQueue = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ArchiveQueue isRemoval.
         * @member {boolean} isRemoval
         * @memberof records.ArchiveQueue
         * @instance
         */
        ArchiveQueue.prototype.isRemoval = false;

        /**
         * Encodes the specified ArchiveQueue message. Does not implicitly {@link records.ArchiveQueue.verify|verify} messages.
         * @function encode
         * @memberof records.ArchiveQueue
         * @static
         * @param {records.ArchiveQueue.$Properties} message ArchiveQueue message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ArchiveQueue.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.isRemoval != null && message.isRemoval !== false)
                writer.uint32(/* id 1, wireType 0 =*/8).bool(message.isRemoval);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an ArchiveQueue message from the specified reader or buffer.
         * @function decode
         * @memberof records.ArchiveQueue
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.ArchiveQueue & records.ArchiveQueue.$Shape} ArchiveQueue
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ArchiveQueue.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.ArchiveQueue();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isRemoval = value;
                        else
                            delete message.isRemoval;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return ArchiveQueue;
    })();

    records.Deadline = (function() {

        /**
         * Properties of a Deadline.
         * @typedef {Object} records.Deadline.$Properties
         * @property {string|null} [id] Deadline id
         * @property {number|null} [atMs] Deadline atMs
         * @property {boolean|null} [atRestart] Deadline atRestart
         * @property {string|null} [actor] Deadline actor
         * @property {string|null} [conversation] Deadline conversation
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Deadline.
         * @memberof records
         * @interface IDeadline
         * @augments records.Deadline.$Properties
         * @deprecated Use records.Deadline.$Properties instead.
         */

        /**
         * Shape of a Deadline.
         * @typedef {records.Deadline.$Properties} records.Deadline.$Shape
         */

        /**
         * Constructs a new Deadline.
         * @memberof records
         * @classdesc Represents a Deadline.
         * @constructor
         * @param {records.Deadline.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Deadline = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Deadline id.
         * @member {string} id
         * @memberof records.Deadline
         * @instance
         */
        Deadline.prototype.id = "";

        /**
         * Deadline atMs.
         * @member {number} atMs
         * @memberof records.Deadline
         * @instance
         */
        Deadline.prototype.atMs = 0;

        /**
         * Deadline atRestart.
         * @member {boolean} atRestart
         * @memberof records.Deadline
         * @instance
         */
        Deadline.prototype.atRestart = false;

        /**
         * Deadline actor.
         * @member {string} actor
         * @memberof records.Deadline
         * @instance
         */
        Deadline.prototype.actor = "";

        /**
         * Deadline conversation.
         * @member {string} conversation
         * @memberof records.Deadline
         * @instance
         */
        Deadline.prototype.conversation = "";

        /**
         * Encodes the specified Deadline message. Does not implicitly {@link records.Deadline.verify|verify} messages.
         * @function encode
         * @memberof records.Deadline
         * @static
         * @param {records.Deadline.$Properties} message Deadline message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Deadline.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.atMs);
            if (message.atRestart != null && message.atRestart !== false)
                writer.uint32(/* id 3, wireType 0 =*/24).bool(message.atRestart);
            if (message.actor != null && message.actor !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.actor);
            if (message.conversation != null && message.conversation !== "")
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.conversation);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Deadline message from the specified reader or buffer.
         * @function decode
         * @memberof records.Deadline
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Deadline & records.Deadline.$Shape} Deadline
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Deadline.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Deadline();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.id = value;
                        else
                            delete message.id;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
                        continue;
                    }
                case 3: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.atRestart = value;
                        else
                            delete message.atRestart;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.actor = value;
                        else
                            delete message.actor;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.conversation = value;
                        else
                            delete message.conversation;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Deadline;
    })();

    records.Tell = (function() {

        /**
         * Properties of a Tell.
         * @typedef {Object} records.Tell.$Properties
         * @property {string|null} [id] Tell id
         * @property {string|null} [to] Tell to
         * @property {string|null} [conversation] Tell conversation
         * @property {string|null} [event] Tell event
         * @property {string|null} [from] Tell from
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Tell.
         * @memberof records
         * @interface ITell
         * @augments records.Tell.$Properties
         * @deprecated Use records.Tell.$Properties instead.
         */

        /**
         * Shape of a Tell.
         * @typedef {records.Tell.$Properties} records.Tell.$Shape
         */

        /**
         * Constructs a new Tell.
         * @memberof records
         * @classdesc Represents a Tell.
         * @constructor
         * @param {records.Tell.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Tell = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Tell id.
         * @member {string} id
         * @memberof records.Tell
         * @instance
         */
        Tell.prototype.id = "";

        /**
         * Tell to.
         * @member {string} to
         * @memberof records.Tell
         * @instance
         */
        Tell.prototype.to = "";

        /**
         * Tell conversation.
         * @member {string} conversation
         * @memberof records.Tell
         * @instance
         */
        Tell.prototype.conversation = "";

        /**
         * Tell event.
         * @member {string} event
         * @memberof records.Tell
         * @instance
         */
        Tell.prototype.event = "";

        /**
         * Tell from.
         * @member {string} from
         * @memberof records.Tell
         * @instance
         */
        Tell.prototype.from = "";

        /**
         * Encodes the specified Tell message. Does not implicitly {@link records.Tell.verify|verify} messages.
         * @function encode
         * @memberof records.Tell
         * @static
         * @param {records.Tell.$Properties} message Tell message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Tell.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.to != null && message.to !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.to);
            if (message.conversation != null && message.conversation !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.conversation);
            if (message.event != null && message.event !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.event);
            if (message.from != null && message.from !== "")
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.from);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Tell message from the specified reader or buffer.
         * @function decode
         * @memberof records.Tell
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Tell & records.Tell.$Shape} Tell
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Tell.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Tell();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.id = value;
                        else
                            delete message.id;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.to = value;
                        else
                            delete message.to;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.conversation = value;
                        else
                            delete message.conversation;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.event = value;
                        else
                            delete message.event;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.from = value;
                        else
                            delete message.from;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Tell;
    })();

    records.FeedEntry = (function() {

        /**
         * Properties of a FeedEntry.
         * @typedef {Object} records.FeedEntry.$Properties
         * @property {string|null} [chatId] FeedEntry chatId
         * @property {string|null} [channelId] FeedEntry channelId
         * @property {number|null} [messageSeq] FeedEntry messageSeq
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a FeedEntry.
         * @memberof records
         * @interface IFeedEntry
         * @augments records.FeedEntry.$Properties
         * @deprecated Use records.FeedEntry.$Properties instead.
         */

        /**
         * Shape of a FeedEntry.
         * @typedef {records.FeedEntry.$Properties} records.FeedEntry.$Shape
         */

        /**
         * Constructs a new FeedEntry.
         * @memberof records
         * @classdesc Represents a FeedEntry.
         * @constructor
         * @param {records.FeedEntry.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const FeedEntry = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * FeedEntry chatId.
         * @member {string} chatId
         * @memberof records.FeedEntry
         * @instance
         */
        FeedEntry.prototype.chatId = "";

        /**
         * FeedEntry channelId.
         * @member {string} channelId
         * @memberof records.FeedEntry
         * @instance
         */
        FeedEntry.prototype.channelId = "";

        /**
         * FeedEntry messageSeq.
         * @member {number} messageSeq
         * @memberof records.FeedEntry
         * @instance
         */
        FeedEntry.prototype.messageSeq = 0;

        /**
         * Encodes the specified FeedEntry message. Does not implicitly {@link records.FeedEntry.verify|verify} messages.
         * @function encode
         * @memberof records.FeedEntry
         * @static
         * @param {records.FeedEntry.$Properties} message FeedEntry message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        FeedEntry.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.chatId != null && message.chatId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.chatId);
            if (message.channelId != null && message.channelId !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.channelId);
            if (message.messageSeq != null && !$Object.is(message.messageSeq, 0))
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.messageSeq);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a FeedEntry message from the specified reader or buffer.
         * @function decode
         * @memberof records.FeedEntry
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.FeedEntry & records.FeedEntry.$Shape} FeedEntry
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        FeedEntry.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.FeedEntry();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.chatId = value;
                        else
                            delete message.chatId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.channelId = value;
                        else
                            delete message.channelId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.messageSeq = value;
                        else
                            delete message.messageSeq;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return FeedEntry;
    })();

    records.Feed = (function() {

        /**
         * Properties of a Feed.
         * @typedef {Object} records.Feed.$Properties
         * @property {Array.<records.FeedEntry.$Properties>|null} [entries] Feed entries
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Feed.
         * @memberof records
         * @interface IFeed
         * @augments records.Feed.$Properties
         * @deprecated Use records.Feed.$Properties instead.
         */

        /**
         * Shape of a Feed.
         * @typedef {records.Feed.$Properties} records.Feed.$Shape
         */

        /**
         * Constructs a new Feed.
         * @memberof records
         * @classdesc Represents a Feed.
         * @constructor
         * @param {records.Feed.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Feed = function (properties) {
            this.entries = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Feed entries.
         * @member {Array.<records.FeedEntry.$Properties>} entries
         * @memberof records.Feed
         * @instance
         */
        Feed.prototype.entries = $util.emptyArray;

        /**
         * Encodes the specified Feed message. Does not implicitly {@link records.Feed.verify|verify} messages.
         * @function encode
         * @memberof records.Feed
         * @static
         * @param {records.Feed.$Properties} message Feed message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Feed.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.entries != null && message.entries.length)
                for (let i = 0; i < message.entries.length; ++i)
                    $root.records.FeedEntry.encode(message.entries[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Feed message from the specified reader or buffer.
         * @function decode
         * @memberof records.Feed
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Feed & records.Feed.$Shape} Feed
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Feed.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Feed();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if (!(message.entries && message.entries.length))
                            message.entries = [];
                        message.entries.push($root.records.FeedEntry.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Feed;
    })();

    records.Session = (function() {

        /**
         * Properties of a Session.
         * @typedef {Object} records.Session.$Properties
         * @property {number|null} [agentId] Session agentId
         * @property {number|null} [createdAtMs] Session createdAtMs
         * @property {number|null} [lastSeenAtMs] Session lastSeenAtMs
         * @property {string|null} [address] Session address
         * @property {string|null} [userAgent] Session userAgent
         * @property {records.ApiKey.$Properties|null} [apiKey] Session apiKey
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Session.
         * @memberof records
         * @interface ISession
         * @augments records.Session.$Properties
         * @deprecated Use records.Session.$Properties instead.
         */

        /**
         * Shape of a Session.
         * @typedef {records.Session.$Properties} records.Session.$Shape
         */

        /**
         * Constructs a new Session.
         * @memberof records
         * @classdesc Represents a Session.
         * @constructor
         * @param {records.Session.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Session = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Session agentId.
         * @member {number} agentId
         * @memberof records.Session
         * @instance
         */
        Session.prototype.agentId = 0;

        /**
         * Session createdAtMs.
         * @member {number} createdAtMs
         * @memberof records.Session
         * @instance
         */
        Session.prototype.createdAtMs = 0;

        /**
         * Session lastSeenAtMs.
         * @member {number|null|undefined} lastSeenAtMs
         * @memberof records.Session
         * @instance
         */
        Session.prototype.lastSeenAtMs = null;

        /**
         * Session address.
         * @member {string|null|undefined} address
         * @memberof records.Session
         * @instance
         */
        Session.prototype.address = null;

        /**
         * Session userAgent.
         * @member {string|null|undefined} userAgent
         * @memberof records.Session
         * @instance
         */
        Session.prototype.userAgent = null;

        /**
         * Session apiKey.
         * @member {records.ApiKey.$Properties|null|undefined} apiKey
         * @memberof records.Session
         * @instance
         */
        Session.prototype.apiKey = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Session.prototype, "_lastSeenAtMs", {
            get: $util.oneOfGetter($oneOfFields = ["lastSeenAtMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Session.prototype, "_address", {
            get: $util.oneOfGetter($oneOfFields = ["address"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Session.prototype, "_userAgent", {
            get: $util.oneOfGetter($oneOfFields = ["userAgent"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Session.prototype, "_apiKey", {
            get: $util.oneOfGetter($oneOfFields = ["apiKey"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Session message. Does not implicitly {@link records.Session.verify|verify} messages.
         * @function encode
         * @memberof records.Session
         * @static
         * @param {records.Session.$Properties} message Session message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Session.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.agentId != null && !$Object.is(message.agentId, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.agentId);
            if (message.createdAtMs != null && !$Object.is(message.createdAtMs, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.createdAtMs);
            if (message.lastSeenAtMs != null)
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.lastSeenAtMs);
            if (message.address != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.address);
            if (message.userAgent != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.userAgent);
            if (message.apiKey != null)
                $root.records.ApiKey.encode(message.apiKey, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Session message from the specified reader or buffer.
         * @function decode
         * @memberof records.Session
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Session & records.Session.$Shape} Session
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Session.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Session();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.agentId = value;
                        else
                            delete message.agentId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.createdAtMs = value;
                        else
                            delete message.createdAtMs;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        message.lastSeenAtMs = reader.double();
                        message._lastSeenAtMs = "lastSeenAtMs";
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.address = reader.stringVerify();
                        message._address = "address";
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.userAgent = reader.stringVerify();
                        message._userAgent = "userAgent";
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        message.apiKey = $root.records.ApiKey.decode(reader, reader.size(), $undefined, _depth + 1, message.apiKey);
                        message._apiKey = "apiKey";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Session;
    })();

    records.ApiKey = (function() {

        /**
         * Properties of an ApiKey.
         * @typedef {Object} records.ApiKey.$Properties
         * @property {string|null} [name] ApiKey name
         * @property {Array.<string>|null} [scopes] ApiKey scopes
         * @property {Array.<string>|null} [channelIds] ApiKey channelIds
         * @property {number|null} [expiresAtMs] ApiKey expiresAtMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an ApiKey.
         * @memberof records
         * @interface IApiKey
         * @augments records.ApiKey.$Properties
         * @deprecated Use records.ApiKey.$Properties instead.
         */

        /**
         * Shape of an ApiKey.
         * @typedef {records.ApiKey.$Properties} records.ApiKey.$Shape
         */

        /**
         * Constructs a new ApiKey.
         * @memberof records
         * @classdesc Represents an ApiKey.
         * @constructor
         * @param {records.ApiKey.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ApiKey = function (properties) {
            this.scopes = [];
            this.channelIds = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ApiKey name.
         * @member {string} name
         * @memberof records.ApiKey
         * @instance
         */
        ApiKey.prototype.name = "";

        /**
         * ApiKey scopes.
         * @member {Array.<string>} scopes
         * @memberof records.ApiKey
         * @instance
         */
        ApiKey.prototype.scopes = $util.emptyArray;

        /**
         * ApiKey channelIds.
         * @member {Array.<string>} channelIds
         * @memberof records.ApiKey
         * @instance
         */
        ApiKey.prototype.channelIds = $util.emptyArray;

        /**
         * ApiKey expiresAtMs.
         * @member {number|null|undefined} expiresAtMs
         * @memberof records.ApiKey
         * @instance
         */
        ApiKey.prototype.expiresAtMs = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ApiKey.prototype, "_expiresAtMs", {
            get: $util.oneOfGetter($oneOfFields = ["expiresAtMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified ApiKey message. Does not implicitly {@link records.ApiKey.verify|verify} messages.
         * @function encode
         * @memberof records.ApiKey
         * @static
         * @param {records.ApiKey.$Properties} message ApiKey message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ApiKey.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
            if (message.scopes != null && message.scopes.length)
                for (let i = 0; i < message.scopes.length; ++i)
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.scopes[i]);
            if (message.channelIds != null && message.channelIds.length)
                for (let i = 0; i < message.channelIds.length; ++i)
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.channelIds[i]);
            if (message.expiresAtMs != null)
                writer.uint32(/* id 4, wireType 1 =*/33).double(message.expiresAtMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an ApiKey message from the specified reader or buffer.
         * @function decode
         * @memberof records.ApiKey
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.ApiKey & records.ApiKey.$Shape} ApiKey
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ApiKey.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.ApiKey();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.name = value;
                        else
                            delete message.name;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.scopes && message.scopes.length))
                            message.scopes = [];
                        message.scopes.push(reader.stringVerify());
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if (!(message.channelIds && message.channelIds.length))
                            message.channelIds = [];
                        message.channelIds.push(reader.stringVerify());
                        continue;
                    }
                case 4: {
                        if (wireType !== 1)
                            break;
                        message.expiresAtMs = reader.double();
                        message._expiresAtMs = "expiresAtMs";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return ApiKey;
    })();

    records.Account = (function() {

        /**
         * Properties of an Account.
         * @typedef {Object} records.Account.$Properties
         * @property {number|null} [agentId] Account agentId
         * @property {string|null} [email] Account email
         * @property {string|null} [passwordHash] Account passwordHash
         * @property {boolean|null} [mustChange] Account mustChange
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an Account.
         * @memberof records
         * @interface IAccount
         * @augments records.Account.$Properties
         * @deprecated Use records.Account.$Properties instead.
         */

        /**
         * Shape of an Account.
         * @typedef {records.Account.$Properties} records.Account.$Shape
         */

        /**
         * Constructs a new Account.
         * @memberof records
         * @classdesc Represents an Account.
         * @constructor
         * @param {records.Account.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Account = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Account agentId.
         * @member {number} agentId
         * @memberof records.Account
         * @instance
         */
        Account.prototype.agentId = 0;

        /**
         * Account email.
         * @member {string} email
         * @memberof records.Account
         * @instance
         */
        Account.prototype.email = "";

        /**
         * Account passwordHash.
         * @member {string} passwordHash
         * @memberof records.Account
         * @instance
         */
        Account.prototype.passwordHash = "";

        /**
         * Account mustChange.
         * @member {boolean|null|undefined} mustChange
         * @memberof records.Account
         * @instance
         */
        Account.prototype.mustChange = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Account.prototype, "_mustChange", {
            get: $util.oneOfGetter($oneOfFields = ["mustChange"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Account message. Does not implicitly {@link records.Account.verify|verify} messages.
         * @function encode
         * @memberof records.Account
         * @static
         * @param {records.Account.$Properties} message Account message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Account.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.agentId != null && !$Object.is(message.agentId, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.agentId);
            if (message.email != null && message.email !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.email);
            if (message.passwordHash != null && message.passwordHash !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.passwordHash);
            if (message.mustChange != null)
                writer.uint32(/* id 4, wireType 0 =*/32).bool(message.mustChange);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an Account message from the specified reader or buffer.
         * @function decode
         * @memberof records.Account
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Account & records.Account.$Shape} Account
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Account.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Account();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.agentId = value;
                        else
                            delete message.agentId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.email = value;
                        else
                            delete message.email;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.passwordHash = value;
                        else
                            delete message.passwordHash;
                        continue;
                    }
                case 4: {
                        if (wireType !== 0)
                            break;
                        message.mustChange = reader.bool();
                        message._mustChange = "mustChange";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Account;
    })();

    records.Idempotency = (function() {

        /**
         * Properties of an Idempotency.
         * @typedef {Object} records.Idempotency.$Properties
         * @property {string|null} [fingerprint] Idempotency fingerprint
         * @property {string|null} [actor] Idempotency actor
         * @property {string|null} [answer] Idempotency answer
         * @property {number|null} [expiresAtMs] Idempotency expiresAtMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an Idempotency.
         * @memberof records
         * @interface IIdempotency
         * @augments records.Idempotency.$Properties
         * @deprecated Use records.Idempotency.$Properties instead.
         */

        /**
         * Shape of an Idempotency.
         * @typedef {records.Idempotency.$Properties} records.Idempotency.$Shape
         */

        /**
         * Constructs a new Idempotency.
         * @memberof records
         * @classdesc Represents an Idempotency.
         * @constructor
         * @param {records.Idempotency.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Idempotency = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Idempotency fingerprint.
         * @member {string} fingerprint
         * @memberof records.Idempotency
         * @instance
         */
        Idempotency.prototype.fingerprint = "";

        /**
         * Idempotency actor.
         * @member {string} actor
         * @memberof records.Idempotency
         * @instance
         */
        Idempotency.prototype.actor = "";

        /**
         * Idempotency answer.
         * @member {string} answer
         * @memberof records.Idempotency
         * @instance
         */
        Idempotency.prototype.answer = "";

        /**
         * Idempotency expiresAtMs.
         * @member {number} expiresAtMs
         * @memberof records.Idempotency
         * @instance
         */
        Idempotency.prototype.expiresAtMs = 0;

        /**
         * Encodes the specified Idempotency message. Does not implicitly {@link records.Idempotency.verify|verify} messages.
         * @function encode
         * @memberof records.Idempotency
         * @static
         * @param {records.Idempotency.$Properties} message Idempotency message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Idempotency.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.fingerprint != null && message.fingerprint !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.fingerprint);
            if (message.actor != null && message.actor !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.actor);
            if (message.answer != null && message.answer !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.answer);
            if (message.expiresAtMs != null && !$Object.is(message.expiresAtMs, 0))
                writer.uint32(/* id 4, wireType 1 =*/33).double(message.expiresAtMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an Idempotency message from the specified reader or buffer.
         * @function decode
         * @memberof records.Idempotency
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Idempotency & records.Idempotency.$Shape} Idempotency
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Idempotency.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Idempotency();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.fingerprint = value;
                        else
                            delete message.fingerprint;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.actor = value;
                        else
                            delete message.actor;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.answer = value;
                        else
                            delete message.answer;
                        continue;
                    }
                case 4: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.expiresAtMs = value;
                        else
                            delete message.expiresAtMs;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Idempotency;
    })();

    records.Counter = (function() {

        /**
         * Properties of a Counter.
         * @typedef {Object} records.Counter.$Properties
         * @property {number|null} [last] Counter last
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Counter.
         * @memberof records
         * @interface ICounter
         * @augments records.Counter.$Properties
         * @deprecated Use records.Counter.$Properties instead.
         */

        /**
         * Shape of a Counter.
         * @typedef {records.Counter.$Properties} records.Counter.$Shape
         */

        /**
         * Constructs a new Counter.
         * @memberof records
         * @classdesc Represents a Counter.
         * @constructor
         * @param {records.Counter.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Counter = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Counter last.
         * @member {number} last
         * @memberof records.Counter
         * @instance
         */
        Counter.prototype.last = 0;

        /**
         * Encodes the specified Counter message. Does not implicitly {@link records.Counter.verify|verify} messages.
         * @function encode
         * @memberof records.Counter
         * @static
         * @param {records.Counter.$Properties} message Counter message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Counter.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.last != null && !$Object.is(message.last, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.last);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Counter message from the specified reader or buffer.
         * @function decode
         * @memberof records.Counter
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Counter & records.Counter.$Shape} Counter
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Counter.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Counter();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.last = value;
                        else
                            delete message.last;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Counter;
    })();

    records.Fact = (function() {

        /**
         * Properties of a Fact.
         * @typedef {Object} records.Fact.$Properties
         * @property {string|null} [text] Fact text
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Fact.
         * @memberof records
         * @interface IFact
         * @augments records.Fact.$Properties
         * @deprecated Use records.Fact.$Properties instead.
         */

        /**
         * Shape of a Fact.
         * @typedef {records.Fact.$Properties} records.Fact.$Shape
         */

        /**
         * Constructs a new Fact.
         * @memberof records
         * @classdesc Represents a Fact.
         * @constructor
         * @param {records.Fact.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Fact = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Fact text.
         * @member {string} text
         * @memberof records.Fact
         * @instance
         */
        Fact.prototype.text = "";

        /**
         * Encodes the specified Fact message. Does not implicitly {@link records.Fact.verify|verify} messages.
         * @function encode
         * @memberof records.Fact
         * @static
         * @param {records.Fact.$Properties} message Fact message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Fact.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.text);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Fact message from the specified reader or buffer.
         * @function decode
         * @memberof records.Fact
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Fact & records.Fact.$Shape} Fact
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Fact.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Fact();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.text = value;
                        else
                            delete message.text;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Fact;
    })();

    records.RowWrite = (function() {

        /**
         * Properties of a RowWrite.
         * @typedef {Object} records.RowWrite.$Properties
         * @property {Uint8Array|null} [key] RowWrite key
         * @property {Uint8Array|null} [row] RowWrite row
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a RowWrite.
         * @memberof records
         * @interface IRowWrite
         * @augments records.RowWrite.$Properties
         * @deprecated Use records.RowWrite.$Properties instead.
         */

        /**
         * Shape of a RowWrite.
         * @typedef {records.RowWrite.$Properties} records.RowWrite.$Shape
         */

        /**
         * Constructs a new RowWrite.
         * @memberof records
         * @classdesc Represents a RowWrite.
         * @constructor
         * @param {records.RowWrite.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const RowWrite = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * RowWrite key.
         * @member {Uint8Array} key
         * @memberof records.RowWrite
         * @instance
         */
        RowWrite.prototype.key = $util.newBuffer([]);

        /**
         * RowWrite row.
         * @member {Uint8Array|null|undefined} row
         * @memberof records.RowWrite
         * @instance
         */
        RowWrite.prototype.row = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(RowWrite.prototype, "_row", {
            get: $util.oneOfGetter($oneOfFields = ["row"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified RowWrite message. Does not implicitly {@link records.RowWrite.verify|verify} messages.
         * @function encode
         * @memberof records.RowWrite
         * @static
         * @param {records.RowWrite.$Properties} message RowWrite message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        RowWrite.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.key != null && message.key.length)
                writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.key);
            if (message.row != null)
                writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.row);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a RowWrite message from the specified reader or buffer.
         * @function decode
         * @memberof records.RowWrite
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.RowWrite & records.RowWrite.$Shape} RowWrite
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        RowWrite.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.RowWrite();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.bytes()).length)
                            message.key = value;
                        else
                            delete message.key;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.row = reader.bytes();
                        message._row = "row";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return RowWrite;
    })();

    records.GroupCommit = (function() {

        /**
         * Properties of a GroupCommit.
         * @typedef {Object} records.GroupCommit.$Properties
         * @property {Array.<records.RowWrite.$Properties>|null} [writes] GroupCommit writes
         * @property {number|null} [atMs] GroupCommit atMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a GroupCommit.
         * @memberof records
         * @interface IGroupCommit
         * @augments records.GroupCommit.$Properties
         * @deprecated Use records.GroupCommit.$Properties instead.
         */

        /**
         * Shape of a GroupCommit.
         * @typedef {records.GroupCommit.$Properties} records.GroupCommit.$Shape
         */

        /**
         * Constructs a new GroupCommit.
         * @memberof records
         * @classdesc Represents a GroupCommit.
         * @constructor
         * @param {records.GroupCommit.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const GroupCommit = function (properties) {
            this.writes = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * GroupCommit writes.
         * @member {Array.<records.RowWrite.$Properties>} writes
         * @memberof records.GroupCommit
         * @instance
         */
        GroupCommit.prototype.writes = $util.emptyArray;

        /**
         * GroupCommit atMs.
         * @member {number|null|undefined} atMs
         * @memberof records.GroupCommit
         * @instance
         */
        GroupCommit.prototype.atMs = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(GroupCommit.prototype, "_atMs", {
            get: $util.oneOfGetter($oneOfFields = ["atMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified GroupCommit message. Does not implicitly {@link records.GroupCommit.verify|verify} messages.
         * @function encode
         * @memberof records.GroupCommit
         * @static
         * @param {records.GroupCommit.$Properties} message GroupCommit message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        GroupCommit.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.writes != null && message.writes.length)
                for (let i = 0; i < message.writes.length; ++i)
                    $root.records.RowWrite.encode(message.writes[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
            if (message.atMs != null)
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.atMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a GroupCommit message from the specified reader or buffer.
         * @function decode
         * @memberof records.GroupCommit
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.GroupCommit & records.GroupCommit.$Shape} GroupCommit
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        GroupCommit.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.GroupCommit();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if (!(message.writes && message.writes.length))
                            message.writes = [];
                        message.writes.push($root.records.RowWrite.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        message.atMs = reader.double();
                        message._atMs = "atMs";
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return GroupCommit;
    })();

    records.ClientNumber = (function() {

        /**
         * Properties of a ClientNumber.
         * @typedef {Object} records.ClientNumber.$Properties
         * @property {string|null} [conversation] ClientNumber conversation
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ClientNumber.
         * @memberof records
         * @interface IClientNumber
         * @augments records.ClientNumber.$Properties
         * @deprecated Use records.ClientNumber.$Properties instead.
         */

        /**
         * Shape of a ClientNumber.
         * @typedef {records.ClientNumber.$Properties} records.ClientNumber.$Shape
         */

        /**
         * Constructs a new ClientNumber.
         * @memberof records
         * @classdesc Represents a ClientNumber.
         * @constructor
         * @param {records.ClientNumber.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ClientNumber = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ClientNumber conversation.
         * @member {string} conversation
         * @memberof records.ClientNumber
         * @instance
         */
        ClientNumber.prototype.conversation = "";

        /**
         * Encodes the specified ClientNumber message. Does not implicitly {@link records.ClientNumber.verify|verify} messages.
         * @function encode
         * @memberof records.ClientNumber
         * @static
         * @param {records.ClientNumber.$Properties} message ClientNumber message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ClientNumber.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.conversation != null && message.conversation !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.conversation);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ClientNumber message from the specified reader or buffer.
         * @function decode
         * @memberof records.ClientNumber
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.ClientNumber & records.ClientNumber.$Shape} ClientNumber
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ClientNumber.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.ClientNumber();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.conversation = value;
                        else
                            delete message.conversation;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return ClientNumber;
    })();

    records.Webhook = (function() {

        /**
         * Properties of a Webhook.
         * @typedef {Object} records.Webhook.$Properties
         * @property {string|null} [head] Webhook head
         * @property {string|null} [tail] Webhook tail
         * @property {number|null} [messagesUpTo] Webhook messagesUpTo
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Webhook.
         * @memberof records
         * @interface IWebhook
         * @augments records.Webhook.$Properties
         * @deprecated Use records.Webhook.$Properties instead.
         */

        /**
         * Shape of a Webhook.
         * @typedef {records.Webhook.$Properties} records.Webhook.$Shape
         */

        /**
         * Constructs a new Webhook.
         * @memberof records
         * @classdesc Represents a Webhook.
         * @constructor
         * @param {records.Webhook.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Webhook = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Webhook head.
         * @member {string} head
         * @memberof records.Webhook
         * @instance
         */
        Webhook.prototype.head = "";

        /**
         * Webhook tail.
         * @member {string|null|undefined} tail
         * @memberof records.Webhook
         * @instance
         */
        Webhook.prototype.tail = null;

        /**
         * Webhook messagesUpTo.
         * @member {number} messagesUpTo
         * @memberof records.Webhook
         * @instance
         */
        Webhook.prototype.messagesUpTo = 0;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Webhook.prototype, "_tail", {
            get: $util.oneOfGetter($oneOfFields = ["tail"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Webhook message. Does not implicitly {@link records.Webhook.verify|verify} messages.
         * @function encode
         * @memberof records.Webhook
         * @static
         * @param {records.Webhook.$Properties} message Webhook message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Webhook.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.head != null && message.head !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.head);
            if (message.tail != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.tail);
            if (message.messagesUpTo != null && !$Object.is(message.messagesUpTo, 0))
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.messagesUpTo);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Webhook message from the specified reader or buffer.
         * @function decode
         * @memberof records.Webhook
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Webhook & records.Webhook.$Shape} Webhook
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Webhook.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Webhook();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.head = value;
                        else
                            delete message.head;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.tail = reader.stringVerify();
                        message._tail = "tail";
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.messagesUpTo = value;
                        else
                            delete message.messagesUpTo;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Webhook;
    })();

    records.Phone = (function() {

        /**
         * Properties of a Phone.
         * @typedef {Object} records.Phone.$Properties
         * @property {string|null} [conversation] Phone conversation
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Phone.
         * @memberof records
         * @interface IPhone
         * @augments records.Phone.$Properties
         * @deprecated Use records.Phone.$Properties instead.
         */

        /**
         * Shape of a Phone.
         * @typedef {records.Phone.$Properties} records.Phone.$Shape
         */

        /**
         * Constructs a new Phone.
         * @memberof records
         * @classdesc Represents a Phone.
         * @constructor
         * @param {records.Phone.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Phone = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Phone conversation.
         * @member {string} conversation
         * @memberof records.Phone
         * @instance
         */
        Phone.prototype.conversation = "";

        /**
         * Encodes the specified Phone message. Does not implicitly {@link records.Phone.verify|verify} messages.
         * @function encode
         * @memberof records.Phone
         * @static
         * @param {records.Phone.$Properties} message Phone message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Phone.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.conversation != null && message.conversation !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.conversation);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Phone message from the specified reader or buffer.
         * @function decode
         * @memberof records.Phone
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Phone & records.Phone.$Shape} Phone
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Phone.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Phone();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.conversation = value;
                        else
                            delete message.conversation;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Phone;
    })();

    records.OfflineMessage = (function() {

        /**
         * Properties of an OfflineMessage.
         * @typedef {Object} records.OfflineMessage.$Properties
         * @property {string|null} [channelId] OfflineMessage channelId
         * @property {number|null} [clientNumber] OfflineMessage clientNumber
         * @property {string|null} [name] OfflineMessage name
         * @property {string|null} [email] OfflineMessage email
         * @property {string|null} [phone] OfflineMessage phone
         * @property {string|null} [text] OfflineMessage text
         * @property {number|null} [atMs] OfflineMessage atMs
         * @property {number|null} [ownerId] OfflineMessage ownerId
         * @property {number|null} [doneById] OfflineMessage doneById
         * @property {number|null} [doneAtMs] OfflineMessage doneAtMs
         * @property {Array.<string>|null} [answerIds] OfflineMessage answerIds
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an OfflineMessage.
         * @memberof records
         * @interface IOfflineMessage
         * @augments records.OfflineMessage.$Properties
         * @deprecated Use records.OfflineMessage.$Properties instead.
         */

        /**
         * Shape of an OfflineMessage.
         * @typedef {records.OfflineMessage.$Properties} records.OfflineMessage.$Shape
         */

        /**
         * Constructs a new OfflineMessage.
         * @memberof records
         * @classdesc Represents an OfflineMessage.
         * @constructor
         * @param {records.OfflineMessage.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const OfflineMessage = function (properties) {
            this.answerIds = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * OfflineMessage channelId.
         * @member {string} channelId
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.channelId = "";

        /**
         * OfflineMessage clientNumber.
         * @member {number} clientNumber
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.clientNumber = 0;

        /**
         * OfflineMessage name.
         * @member {string|null|undefined} name
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.name = null;

        /**
         * OfflineMessage email.
         * @member {string|null|undefined} email
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.email = null;

        /**
         * OfflineMessage phone.
         * @member {string|null|undefined} phone
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.phone = null;

        /**
         * OfflineMessage text.
         * @member {string} text
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.text = "";

        /**
         * OfflineMessage atMs.
         * @member {number} atMs
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.atMs = 0;

        /**
         * OfflineMessage ownerId.
         * @member {number|null|undefined} ownerId
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.ownerId = null;

        /**
         * OfflineMessage doneById.
         * @member {number|null|undefined} doneById
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.doneById = null;

        /**
         * OfflineMessage doneAtMs.
         * @member {number|null|undefined} doneAtMs
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.doneAtMs = null;

        /**
         * OfflineMessage answerIds.
         * @member {Array.<string>} answerIds
         * @memberof records.OfflineMessage
         * @instance
         */
        OfflineMessage.prototype.answerIds = $util.emptyArray;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(OfflineMessage.prototype, "_name", {
            get: $util.oneOfGetter($oneOfFields = ["name"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(OfflineMessage.prototype, "_email", {
            get: $util.oneOfGetter($oneOfFields = ["email"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(OfflineMessage.prototype, "_phone", {
            get: $util.oneOfGetter($oneOfFields = ["phone"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(OfflineMessage.prototype, "_ownerId", {
            get: $util.oneOfGetter($oneOfFields = ["ownerId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(OfflineMessage.prototype, "_doneById", {
            get: $util.oneOfGetter($oneOfFields = ["doneById"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(OfflineMessage.prototype, "_doneAtMs", {
            get: $util.oneOfGetter($oneOfFields = ["doneAtMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified OfflineMessage message. Does not implicitly {@link records.OfflineMessage.verify|verify} messages.
         * @function encode
         * @memberof records.OfflineMessage
         * @static
         * @param {records.OfflineMessage.$Properties} message OfflineMessage message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        OfflineMessage.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.channelId != null && message.channelId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.channelId);
            if (message.clientNumber != null && !$Object.is(message.clientNumber, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.clientNumber);
            if (message.name != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.name);
            if (message.email != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.email);
            if (message.phone != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.phone);
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.text);
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 7, wireType 1 =*/57).double(message.atMs);
            if (message.ownerId != null)
                writer.uint32(/* id 8, wireType 1 =*/65).double(message.ownerId);
            if (message.doneById != null)
                writer.uint32(/* id 9, wireType 1 =*/73).double(message.doneById);
            if (message.doneAtMs != null)
                writer.uint32(/* id 10, wireType 1 =*/81).double(message.doneAtMs);
            if (message.answerIds != null && message.answerIds.length)
                for (let i = 0; i < message.answerIds.length; ++i)
                    writer.uint32(/* id 11, wireType 2 =*/90).string(message.answerIds[i]);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an OfflineMessage message from the specified reader or buffer.
         * @function decode
         * @memberof records.OfflineMessage
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.OfflineMessage & records.OfflineMessage.$Shape} OfflineMessage
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        OfflineMessage.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.OfflineMessage();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.channelId = value;
                        else
                            delete message.channelId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.clientNumber = value;
                        else
                            delete message.clientNumber;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.name = reader.stringVerify();
                        message._name = "name";
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.email = reader.stringVerify();
                        message._email = "email";
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.phone = reader.stringVerify();
                        message._phone = "phone";
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.text = value;
                        else
                            delete message.text;
                        continue;
                    }
                case 7: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
                        continue;
                    }
                case 8: {
                        if (wireType !== 1)
                            break;
                        message.ownerId = reader.double();
                        message._ownerId = "ownerId";
                        continue;
                    }
                case 9: {
                        if (wireType !== 1)
                            break;
                        message.doneById = reader.double();
                        message._doneById = "doneById";
                        continue;
                    }
                case 10: {
                        if (wireType !== 1)
                            break;
                        message.doneAtMs = reader.double();
                        message._doneAtMs = "doneAtMs";
                        continue;
                    }
                case 11: {
                        if (wireType !== 2)
                            break;
                        if (!(message.answerIds && message.answerIds.length))
                            message.answerIds = [];
                        message.answerIds.push(reader.stringVerify());
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return OfflineMessage;
    })();

    records.CannedReply = (function() {

        /**
         * Properties of a CannedReply.
         * @typedef {Object} records.CannedReply.$Properties
         * @property {string|null} [shortcut] CannedReply shortcut
         * @property {string|null} [text] CannedReply text
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a CannedReply.
         * @memberof records
         * @interface ICannedReply
         * @augments records.CannedReply.$Properties
         * @deprecated Use records.CannedReply.$Properties instead.
         */

        /**
         * Shape of a CannedReply.
         * @typedef {records.CannedReply.$Properties} records.CannedReply.$Shape
         */

        /**
         * Constructs a new CannedReply.
         * @memberof records
         * @classdesc Represents a CannedReply.
         * @constructor
         * @param {records.CannedReply.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const CannedReply = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * CannedReply shortcut.
         * @member {string} shortcut
         * @memberof records.CannedReply
         * @instance
         */
        CannedReply.prototype.shortcut = "";

        /**
         * CannedReply text.
         * @member {string} text
         * @memberof records.CannedReply
         * @instance
         */
        CannedReply.prototype.text = "";

        /**
         * Encodes the specified CannedReply message. Does not implicitly {@link records.CannedReply.verify|verify} messages.
         * @function encode
         * @memberof records.CannedReply
         * @static
         * @param {records.CannedReply.$Properties} message CannedReply message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        CannedReply.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.shortcut != null && message.shortcut !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.shortcut);
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.text);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a CannedReply message from the specified reader or buffer.
         * @function decode
         * @memberof records.CannedReply
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.CannedReply & records.CannedReply.$Shape} CannedReply
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        CannedReply.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.CannedReply();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.shortcut = value;
                        else
                            delete message.shortcut;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.text = value;
                        else
                            delete message.text;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return CannedReply;
    })();

    records.Erasure = (function() {

        /**
         * Properties of an Erasure.
         * @typedef {Object} records.Erasure.$Properties
         * @property {string|null} [channelId] Erasure channelId
         * @property {number|null} [atMs] Erasure atMs
         * @property {number|null} [byId] Erasure byId
         * @property {string|null} [conversation] Erasure conversation
         * @property {string|null} [trace] Erasure trace
         * @property {number|null} [doneAtMs] Erasure doneAtMs
         * @property {number|null} [chats] Erasure chats
         * @property {number|null} [messages] Erasure messages
         * @property {number|null} [files] Erasure files
         * @property {number|null} [deliveries] Erasure deliveries
         * @property {number|null} [calls] Erasure calls
         * @property {number|null} [leftMessages] Erasure leftMessages
         * @property {boolean|null} [isReplayed] Erasure isReplayed
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an Erasure.
         * @memberof records
         * @interface IErasure
         * @augments records.Erasure.$Properties
         * @deprecated Use records.Erasure.$Properties instead.
         */

        /**
         * Shape of an Erasure.
         * @typedef {records.Erasure.$Properties} records.Erasure.$Shape
         */

        /**
         * Constructs a new Erasure.
         * @memberof records
         * @classdesc Represents an Erasure.
         * @constructor
         * @param {records.Erasure.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Erasure = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Erasure channelId.
         * @member {string} channelId
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.channelId = "";

        /**
         * Erasure atMs.
         * @member {number} atMs
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.atMs = 0;

        /**
         * Erasure byId.
         * @member {number} byId
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.byId = 0;

        /**
         * Erasure conversation.
         * @member {string|null|undefined} conversation
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.conversation = null;

        /**
         * Erasure trace.
         * @member {string} trace
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.trace = "";

        /**
         * Erasure doneAtMs.
         * @member {number|null|undefined} doneAtMs
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.doneAtMs = null;

        /**
         * Erasure chats.
         * @member {number} chats
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.chats = 0;

        /**
         * Erasure messages.
         * @member {number} messages
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.messages = 0;

        /**
         * Erasure files.
         * @member {number} files
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.files = 0;

        /**
         * Erasure deliveries.
         * @member {number} deliveries
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.deliveries = 0;

        /**
         * Erasure calls.
         * @member {number} calls
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.calls = 0;

        /**
         * Erasure leftMessages.
         * @member {number} leftMessages
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.leftMessages = 0;

        /**
         * Erasure isReplayed.
         * @member {boolean} isReplayed
         * @memberof records.Erasure
         * @instance
         */
        Erasure.prototype.isReplayed = false;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Erasure.prototype, "_conversation", {
            get: $util.oneOfGetter($oneOfFields = ["conversation"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(Erasure.prototype, "_doneAtMs", {
            get: $util.oneOfGetter($oneOfFields = ["doneAtMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified Erasure message. Does not implicitly {@link records.Erasure.verify|verify} messages.
         * @function encode
         * @memberof records.Erasure
         * @static
         * @param {records.Erasure.$Properties} message Erasure message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Erasure.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.channelId != null && message.channelId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.channelId);
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.atMs);
            if (message.byId != null && !$Object.is(message.byId, 0))
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.byId);
            if (message.conversation != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.conversation);
            if (message.trace != null && message.trace !== "")
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.trace);
            if (message.doneAtMs != null)
                writer.uint32(/* id 6, wireType 1 =*/49).double(message.doneAtMs);
            if (message.chats != null && !$Object.is(message.chats, 0))
                writer.uint32(/* id 7, wireType 1 =*/57).double(message.chats);
            if (message.messages != null && !$Object.is(message.messages, 0))
                writer.uint32(/* id 8, wireType 1 =*/65).double(message.messages);
            if (message.files != null && !$Object.is(message.files, 0))
                writer.uint32(/* id 9, wireType 1 =*/73).double(message.files);
            if (message.deliveries != null && !$Object.is(message.deliveries, 0))
                writer.uint32(/* id 10, wireType 1 =*/81).double(message.deliveries);
            if (message.calls != null && !$Object.is(message.calls, 0))
                writer.uint32(/* id 11, wireType 1 =*/89).double(message.calls);
            if (message.leftMessages != null && !$Object.is(message.leftMessages, 0))
                writer.uint32(/* id 12, wireType 1 =*/97).double(message.leftMessages);
            if (message.isReplayed != null && message.isReplayed !== false)
                writer.uint32(/* id 13, wireType 0 =*/104).bool(message.isReplayed);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an Erasure message from the specified reader or buffer.
         * @function decode
         * @memberof records.Erasure
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {records.Erasure & records.Erasure.$Shape} Erasure
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Erasure.decode = function (reader, length, _end, _depth, _target) {
            if (!(reader instanceof $Reader))
                reader = $Reader.create(reader);
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $Reader.recursionLimit)
                throw $Error("max depth exceeded");
            let end, message, value;
            if (length === $undefined)
                end = reader.len;
            else {
                end = reader.pos + length;
                if (end > reader.len)
                    throw $RangeError("index out of range");
                length = reader.len;
                reader.len = end;
            }
            message = _target || new $root.records.Erasure();
            while (reader.pos < end) {
                let start = reader.pos;
                let tag = reader.tag();
                if (tag === _end) {
                    _end = $undefined;
                    break;
                }
                let wireType = tag & 7;
                switch (tag >>>= 3) {
                case 1: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.channelId = value;
                        else
                            delete message.channelId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.byId = value;
                        else
                            delete message.byId;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.conversation = reader.stringVerify();
                        message._conversation = "conversation";
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.trace = value;
                        else
                            delete message.trace;
                        continue;
                    }
                case 6: {
                        if (wireType !== 1)
                            break;
                        message.doneAtMs = reader.double();
                        message._doneAtMs = "doneAtMs";
                        continue;
                    }
                case 7: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.chats = value;
                        else
                            delete message.chats;
                        continue;
                    }
                case 8: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.messages = value;
                        else
                            delete message.messages;
                        continue;
                    }
                case 9: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.files = value;
                        else
                            delete message.files;
                        continue;
                    }
                case 10: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.deliveries = value;
                        else
                            delete message.deliveries;
                        continue;
                    }
                case 11: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.calls = value;
                        else
                            delete message.calls;
                        continue;
                    }
                case 12: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.leftMessages = value;
                        else
                            delete message.leftMessages;
                        continue;
                    }
                case 13: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isReplayed = value;
                        else
                            delete message.isReplayed;
                        continue;
                    }
                }
                reader.skipType(wireType, _depth, tag);
                if (!reader.discardUnknown) {
                    $util.makeProp(message, "$unknowns", false);
                    (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                }
            }
            if (length !== $undefined) {
                if (reader.pos !== end)
                    throw $RangeError("index out of range");
                reader.len = length;
            }
            if (_end !== $undefined)
                throw $Error("missing end group");
            return message;
        };

        return Erasure;
    })();

    return records;
})();

export {
  $root as default
};
