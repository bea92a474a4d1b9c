/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "protobufjs/minimal.js";

// Common aliases
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

// Exported root namespace
const $root = $protobuf.roots["contexts"] || ($protobuf.roots["contexts"] = {});

export const agent = $root.agent = (() => {

    /**
     * Namespace agent.
     * @exports agent
     * @namespace
     */
    const agent = {};

    agent.AgentProfile = (function() {

        /**
         * Properties of an AgentProfile.
         * @typedef {Object} agent.AgentProfile.$Properties
         * @property {number|null} [id] AgentProfile id
         * @property {string|null} [name] AgentProfile name
         * @property {string|null} [email] AgentProfile email
         * @property {string|null} [phone] AgentProfile phone
         * @property {string|null} [photo] AgentProfile photo
         * @property {Array.<number>|null} [departmentIds] AgentProfile departmentIds
         * @property {string|null} [role] AgentProfile role
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an AgentProfile.
         * @memberof agent
         * @interface IAgentProfile
         * @augments agent.AgentProfile.$Properties
         * @deprecated Use agent.AgentProfile.$Properties instead.
         */

        /**
         * Shape of an AgentProfile.
         * @typedef {agent.AgentProfile.$Properties} agent.AgentProfile.$Shape
         */

        /**
         * Constructs a new AgentProfile.
         * @memberof agent
         * @classdesc Represents an AgentProfile.
         * @constructor
         * @param {agent.AgentProfile.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const AgentProfile = function (properties) {
            this.departmentIds = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * AgentProfile id.
         * @member {number} id
         * @memberof agent.AgentProfile
         * @instance
         */
        AgentProfile.prototype.id = 0;

        /**
         * AgentProfile name.
         * @member {string} name
         * @memberof agent.AgentProfile
         * @instance
         */
        AgentProfile.prototype.name = "";

        /**
         * AgentProfile email.
         * @member {string} email
         * @memberof agent.AgentProfile
         * @instance
         */
        AgentProfile.prototype.email = "";

        /**
         * AgentProfile phone.
         * @member {string|null|undefined} phone
         * @memberof agent.AgentProfile
         * @instance
         */
        AgentProfile.prototype.phone = null;

        /**
         * AgentProfile photo.
         * @member {string|null|undefined} photo
         * @memberof agent.AgentProfile
         * @instance
         */
        AgentProfile.prototype.photo = null;

        /**
         * AgentProfile departmentIds.
         * @member {Array.<number>} departmentIds
         * @memberof agent.AgentProfile
         * @instance
         */
        AgentProfile.prototype.departmentIds = $util.emptyArray;

        /**
         * AgentProfile role.
         * @member {string} role
         * @memberof agent.AgentProfile
         * @instance
         */
        AgentProfile.prototype.role = "";

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(AgentProfile.prototype, "_phone", {
            get: $util.oneOfGetter($oneOfFields = ["phone"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(AgentProfile.prototype, "_photo", {
            get: $util.oneOfGetter($oneOfFields = ["photo"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified AgentProfile message. Does not implicitly {@link agent.AgentProfile.verify|verify} messages.
         * @function encode
         * @memberof agent.AgentProfile
         * @static
         * @param {agent.AgentProfile.$Properties} message AgentProfile message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        AgentProfile.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && !$Object.is(message.id, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.id);
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.name);
            if (message.email != null && message.email !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.email);
            if (message.phone != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.phone);
            if (message.photo != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.photo);
            if (message.departmentIds != null && message.departmentIds.length)
                writer.uint32(/* id 6, wireType 2 =*/50).doubles(message.departmentIds);
            if (message.role != null && message.role !== "")
                writer.uint32(/* id 7, wireType 2 =*/58).string(message.role);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an AgentProfile message from the specified reader or buffer.
         * @function decode
         * @memberof agent.AgentProfile
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {agent.AgentProfile & agent.AgentProfile.$Shape} AgentProfile
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        AgentProfile.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.agent.AgentProfile();
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
                            message.id = value;
                        else
                            delete message.id;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.name = value;
                        else
                            delete message.name;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.email = value;
                        else
                            delete message.email;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.phone = reader.stringVerify();
                        message._phone = "phone";
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.photo = reader.stringVerify();
                        message._photo = "photo";
                        continue;
                    }
                case 6: {
                        if (wireType === 2) {
                            if (!(message.departmentIds && message.departmentIds.length))
                                message.departmentIds = [];
                            reader.doubles(message.departmentIds);
                            continue;
                        }
                        if (wireType !== 1)
                            break;
                        if (!(message.departmentIds && message.departmentIds.length))
                            message.departmentIds = [];
                        message.departmentIds.push(reader.double());
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.role = value;
                        else
                            delete message.role;
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

        return AgentProfile;
    })();

    agent.AgentContext = (function() {

        /**
         * Properties of an AgentContext.
         * @typedef {Object} agent.AgentContext.$Properties
         * @property {agent.AgentProfile.$Properties|null} [profile] AgentContext profile
         * @property {Array.<string>|null} [socketIds] AgentContext socketIds
         * @property {boolean|null} [isAvailable] AgentContext isAvailable
         * @property {Array.<string>|null} [channelIds] AgentContext channelIds
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an AgentContext.
         * @memberof agent
         * @interface IAgentContext
         * @augments agent.AgentContext.$Properties
         * @deprecated Use agent.AgentContext.$Properties instead.
         */

        /**
         * Shape of an AgentContext.
         * @typedef {agent.AgentContext.$Properties} agent.AgentContext.$Shape
         */

        /**
         * Constructs a new AgentContext.
         * @memberof agent
         * @classdesc Represents an AgentContext.
         * @constructor
         * @param {agent.AgentContext.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const AgentContext = function (properties) {
            this.socketIds = [];
            this.channelIds = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * AgentContext profile.
         * @member {agent.AgentProfile.$Properties|null|undefined} profile
         * @memberof agent.AgentContext
         * @instance
         */
        AgentContext.prototype.profile = null;

        /**
         * AgentContext socketIds.
         * @member {Array.<string>} socketIds
         * @memberof agent.AgentContext
         * @instance
         */
        AgentContext.prototype.socketIds = $util.emptyArray;

        /**
         * AgentContext isAvailable.
         * @member {boolean} isAvailable
         * @memberof agent.AgentContext
         * @instance
         */
        AgentContext.prototype.isAvailable = false;

        /**
         * AgentContext channelIds.
         * @member {Array.<string>} channelIds
         * @memberof agent.AgentContext
         * @instance
         */
        AgentContext.prototype.channelIds = $util.emptyArray;

        /**
         * Encodes the specified AgentContext message. Does not implicitly {@link agent.AgentContext.verify|verify} messages.
         * @function encode
         * @memberof agent.AgentContext
         * @static
         * @param {agent.AgentContext.$Properties} message AgentContext message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        AgentContext.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.profile != null)
                $root.agent.AgentProfile.encode(message.profile, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
            if (message.socketIds != null && message.socketIds.length)
                for (let i = 0; i < message.socketIds.length; ++i)
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.socketIds[i]);
            if (message.isAvailable != null && message.isAvailable !== false)
                writer.uint32(/* id 3, wireType 0 =*/24).bool(message.isAvailable);
            if (message.channelIds != null && message.channelIds.length)
                for (let i = 0; i < message.channelIds.length; ++i)
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.channelIds[i]);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an AgentContext message from the specified reader or buffer.
         * @function decode
         * @memberof agent.AgentContext
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {agent.AgentContext & agent.AgentContext.$Shape} AgentContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        AgentContext.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.agent.AgentContext();
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
                        message.profile = $root.agent.AgentProfile.decode(reader, reader.size(), $undefined, _depth + 1, message.profile);
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.socketIds && message.socketIds.length))
                            message.socketIds = [];
                        message.socketIds.push(reader.stringVerify());
                        continue;
                    }
                case 3: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isAvailable = value;
                        else
                            delete message.isAvailable;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if (!(message.channelIds && message.channelIds.length))
                            message.channelIds = [];
                        message.channelIds.push(reader.stringVerify());
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

        return AgentContext;
    })();

    return agent;
})();

export const bot = $root.bot = (() => {

    /**
     * Namespace bot.
     * @exports bot
     * @namespace
     */
    const bot = {};

    bot.LaneEntry = (function() {

        /**
         * Properties of a LaneEntry.
         * @typedef {Object} bot.LaneEntry.$Properties
         * @property {string|null} [deliveryId] LaneEntry deliveryId
         * @property {string|null} [event] LaneEntry event
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a LaneEntry.
         * @memberof bot
         * @interface ILaneEntry
         * @augments bot.LaneEntry.$Properties
         * @deprecated Use bot.LaneEntry.$Properties instead.
         */

        /**
         * Shape of a LaneEntry.
         * @typedef {bot.LaneEntry.$Properties} bot.LaneEntry.$Shape
         */

        /**
         * Constructs a new LaneEntry.
         * @memberof bot
         * @classdesc Represents a LaneEntry.
         * @constructor
         * @param {bot.LaneEntry.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const LaneEntry = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * LaneEntry deliveryId.
         * @member {string} deliveryId
         * @memberof bot.LaneEntry
         * @instance
         */
        LaneEntry.prototype.deliveryId = "";

        /**
         * LaneEntry event.
         * @member {string} event
         * @memberof bot.LaneEntry
         * @instance
         */
        LaneEntry.prototype.event = "";

        /**
         * Encodes the specified LaneEntry message. Does not implicitly {@link bot.LaneEntry.verify|verify} messages.
         * @function encode
         * @memberof bot.LaneEntry
         * @static
         * @param {bot.LaneEntry.$Properties} message LaneEntry message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        LaneEntry.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.deliveryId != null && message.deliveryId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.deliveryId);
            if (message.event != null && message.event !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.event);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a LaneEntry message from the specified reader or buffer.
         * @function decode
         * @memberof bot.LaneEntry
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {bot.LaneEntry & bot.LaneEntry.$Shape} LaneEntry
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        LaneEntry.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.bot.LaneEntry();
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
                            message.deliveryId = value;
                        else
                            delete message.deliveryId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.event = value;
                        else
                            delete message.event;
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

        return LaneEntry;
    })();

    bot.BotLane = (function() {

        /**
         * Properties of a BotLane.
         * @typedef {Object} bot.BotLane.$Properties
         * @property {bot.LaneEntry.$Properties|null} [active] BotLane active
         * @property {Array.<bot.LaneEntry.$Properties>|null} [waiting] BotLane waiting
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a BotLane.
         * @memberof bot
         * @interface IBotLane
         * @augments bot.BotLane.$Properties
         * @deprecated Use bot.BotLane.$Properties instead.
         */

        /**
         * Shape of a BotLane.
         * @typedef {bot.BotLane.$Properties} bot.BotLane.$Shape
         */

        /**
         * Constructs a new BotLane.
         * @memberof bot
         * @classdesc Represents a BotLane.
         * @constructor
         * @param {bot.BotLane.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const BotLane = function (properties) {
            this.waiting = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * BotLane active.
         * @member {bot.LaneEntry.$Properties|null|undefined} active
         * @memberof bot.BotLane
         * @instance
         */
        BotLane.prototype.active = null;

        /**
         * BotLane waiting.
         * @member {Array.<bot.LaneEntry.$Properties>} waiting
         * @memberof bot.BotLane
         * @instance
         */
        BotLane.prototype.waiting = $util.emptyArray;

        /**
         * Encodes the specified BotLane message. Does not implicitly {@link bot.BotLane.verify|verify} messages.
         * @function encode
         * @memberof bot.BotLane
         * @static
         * @param {bot.BotLane.$Properties} message BotLane message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        BotLane.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.active != null)
                $root.bot.LaneEntry.encode(message.active, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
            if (message.waiting != null && message.waiting.length)
                for (let i = 0; i < message.waiting.length; ++i)
                    $root.bot.LaneEntry.encode(message.waiting[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a BotLane message from the specified reader or buffer.
         * @function decode
         * @memberof bot.BotLane
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {bot.BotLane & bot.BotLane.$Shape} BotLane
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        BotLane.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.bot.BotLane();
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
                        message.active = $root.bot.LaneEntry.decode(reader, reader.size(), $undefined, _depth + 1, message.active);
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.waiting && message.waiting.length))
                            message.waiting = [];
                        message.waiting.push($root.bot.LaneEntry.decode(reader, reader.size(), $undefined, _depth + 1));
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

        return BotLane;
    })();

    bot.BotNotice = (function() {

        /**
         * Properties of a BotNotice.
         * @typedef {Object} bot.BotNotice.$Properties
         * @property {string|null} [eventId] BotNotice eventId
         * @property {string|null} [deliveryId] BotNotice deliveryId
         * @property {string|null} [lineId] BotNotice lineId
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a BotNotice.
         * @memberof bot
         * @interface IBotNotice
         * @augments bot.BotNotice.$Properties
         * @deprecated Use bot.BotNotice.$Properties instead.
         */

        /**
         * Shape of a BotNotice.
         * @typedef {bot.BotNotice.$Properties} bot.BotNotice.$Shape
         */

        /**
         * Constructs a new BotNotice.
         * @memberof bot
         * @classdesc Represents a BotNotice.
         * @constructor
         * @param {bot.BotNotice.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const BotNotice = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * BotNotice eventId.
         * @member {string} eventId
         * @memberof bot.BotNotice
         * @instance
         */
        BotNotice.prototype.eventId = "";

        /**
         * BotNotice deliveryId.
         * @member {string} deliveryId
         * @memberof bot.BotNotice
         * @instance
         */
        BotNotice.prototype.deliveryId = "";

        /**
         * BotNotice lineId.
         * @member {string} lineId
         * @memberof bot.BotNotice
         * @instance
         */
        BotNotice.prototype.lineId = "";

        /**
         * Encodes the specified BotNotice message. Does not implicitly {@link bot.BotNotice.verify|verify} messages.
         * @function encode
         * @memberof bot.BotNotice
         * @static
         * @param {bot.BotNotice.$Properties} message BotNotice message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        BotNotice.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.eventId != null && message.eventId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.eventId);
            if (message.deliveryId != null && message.deliveryId !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.deliveryId);
            if (message.lineId != null && message.lineId !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.lineId);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a BotNotice message from the specified reader or buffer.
         * @function decode
         * @memberof bot.BotNotice
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {bot.BotNotice & bot.BotNotice.$Shape} BotNotice
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        BotNotice.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.bot.BotNotice();
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
                            message.eventId = value;
                        else
                            delete message.eventId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.deliveryId = value;
                        else
                            delete message.deliveryId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.lineId = value;
                        else
                            delete message.lineId;
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

        return BotNotice;
    })();

    bot.PostedEvent = (function() {

        /**
         * Properties of a PostedEvent.
         * @typedef {Object} bot.PostedEvent.$Properties
         * @property {string|null} [id] PostedEvent id
         * @property {string|null} [fingerprint] PostedEvent fingerprint
         * @property {number|null} [atMs] PostedEvent atMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a PostedEvent.
         * @memberof bot
         * @interface IPostedEvent
         * @augments bot.PostedEvent.$Properties
         * @deprecated Use bot.PostedEvent.$Properties instead.
         */

        /**
         * Shape of a PostedEvent.
         * @typedef {bot.PostedEvent.$Properties} bot.PostedEvent.$Shape
         */

        /**
         * Constructs a new PostedEvent.
         * @memberof bot
         * @classdesc Represents a PostedEvent.
         * @constructor
         * @param {bot.PostedEvent.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const PostedEvent = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * PostedEvent id.
         * @member {string} id
         * @memberof bot.PostedEvent
         * @instance
         */
        PostedEvent.prototype.id = "";

        /**
         * PostedEvent fingerprint.
         * @member {string} fingerprint
         * @memberof bot.PostedEvent
         * @instance
         */
        PostedEvent.prototype.fingerprint = "";

        /**
         * PostedEvent atMs.
         * @member {number} atMs
         * @memberof bot.PostedEvent
         * @instance
         */
        PostedEvent.prototype.atMs = 0;

        /**
         * Encodes the specified PostedEvent message. Does not implicitly {@link bot.PostedEvent.verify|verify} messages.
         * @function encode
         * @memberof bot.PostedEvent
         * @static
         * @param {bot.PostedEvent.$Properties} message PostedEvent message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        PostedEvent.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.fingerprint != null && message.fingerprint !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.fingerprint);
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.atMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a PostedEvent message from the specified reader or buffer.
         * @function decode
         * @memberof bot.PostedEvent
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {bot.PostedEvent & bot.PostedEvent.$Shape} PostedEvent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        PostedEvent.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.bot.PostedEvent();
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
                            message.fingerprint = value;
                        else
                            delete message.fingerprint;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
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

        return PostedEvent;
    })();

    bot.BotConversationContext = (function() {

        /**
         * Properties of a BotConversationContext.
         * @typedef {Object} bot.BotConversationContext.$Properties
         * @property {string|null} [chatId] BotConversationContext chatId
         * @property {string|null} [channelId] BotConversationContext channelId
         * @property {number|null} [clientNumber] BotConversationContext clientNumber
         * @property {string|null} [providerId] BotConversationContext providerId
         * @property {bot.BotLane.$Properties|null} [lane] BotConversationContext lane
         * @property {boolean|null} [hasSent] BotConversationContext hasSent
         * @property {bot.BotNotice.$Properties|null} [offerNotice] BotConversationContext offerNotice
         * @property {Array.<bot.PostedEvent.$Properties>|null} [posted] BotConversationContext posted
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a BotConversationContext.
         * @memberof bot
         * @interface IBotConversationContext
         * @augments bot.BotConversationContext.$Properties
         * @deprecated Use bot.BotConversationContext.$Properties instead.
         */

        /**
         * Shape of a BotConversationContext.
         * @typedef {bot.BotConversationContext.$Properties} bot.BotConversationContext.$Shape
         */

        /**
         * Constructs a new BotConversationContext.
         * @memberof bot
         * @classdesc Represents a BotConversationContext.
         * @constructor
         * @param {bot.BotConversationContext.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const BotConversationContext = function (properties) {
            this.posted = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * BotConversationContext chatId.
         * @member {string} chatId
         * @memberof bot.BotConversationContext
         * @instance
         */
        BotConversationContext.prototype.chatId = "";

        /**
         * BotConversationContext channelId.
         * @member {string} channelId
         * @memberof bot.BotConversationContext
         * @instance
         */
        BotConversationContext.prototype.channelId = "";

        /**
         * BotConversationContext clientNumber.
         * @member {number} clientNumber
         * @memberof bot.BotConversationContext
         * @instance
         */
        BotConversationContext.prototype.clientNumber = 0;

        /**
         * BotConversationContext providerId.
         * @member {string} providerId
         * @memberof bot.BotConversationContext
         * @instance
         */
        BotConversationContext.prototype.providerId = "";

        /**
         * BotConversationContext lane.
         * @member {bot.BotLane.$Properties|null|undefined} lane
         * @memberof bot.BotConversationContext
         * @instance
         */
        BotConversationContext.prototype.lane = null;

        /**
         * BotConversationContext hasSent.
         * @member {boolean} hasSent
         * @memberof bot.BotConversationContext
         * @instance
         */
        BotConversationContext.prototype.hasSent = false;

        /**
         * BotConversationContext offerNotice.
         * @member {bot.BotNotice.$Properties|null|undefined} offerNotice
         * @memberof bot.BotConversationContext
         * @instance
         */
        BotConversationContext.prototype.offerNotice = null;

        /**
         * BotConversationContext posted.
         * @member {Array.<bot.PostedEvent.$Properties>} posted
         * @memberof bot.BotConversationContext
         * @instance
         */
        BotConversationContext.prototype.posted = $util.emptyArray;

        /**
         * Encodes the specified BotConversationContext message. Does not implicitly {@link bot.BotConversationContext.verify|verify} messages.
         * @function encode
         * @memberof bot.BotConversationContext
         * @static
         * @param {bot.BotConversationContext.$Properties} message BotConversationContext message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        BotConversationContext.encode = function (message, writer, _depth) {
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
            if (message.clientNumber != null && !$Object.is(message.clientNumber, 0))
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.clientNumber);
            if (message.providerId != null && message.providerId !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.providerId);
            if (message.lane != null)
                $root.bot.BotLane.encode(message.lane, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
            if (message.hasSent != null && message.hasSent !== false)
                writer.uint32(/* id 6, wireType 0 =*/48).bool(message.hasSent);
            if (message.offerNotice != null)
                $root.bot.BotNotice.encode(message.offerNotice, writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
            if (message.posted != null && message.posted.length)
                for (let i = 0; i < message.posted.length; ++i)
                    $root.bot.PostedEvent.encode(message.posted[i], writer.uint32(/* id 8, wireType 2 =*/66).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a BotConversationContext message from the specified reader or buffer.
         * @function decode
         * @memberof bot.BotConversationContext
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {bot.BotConversationContext & bot.BotConversationContext.$Shape} BotConversationContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        BotConversationContext.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.bot.BotConversationContext();
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
                            message.clientNumber = value;
                        else
                            delete message.clientNumber;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.providerId = value;
                        else
                            delete message.providerId;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.lane = $root.bot.BotLane.decode(reader, reader.size(), $undefined, _depth + 1, message.lane);
                        continue;
                    }
                case 6: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.hasSent = value;
                        else
                            delete message.hasSent;
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        message.offerNotice = $root.bot.BotNotice.decode(reader, reader.size(), $undefined, _depth + 1, message.offerNotice);
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        if (!(message.posted && message.posted.length))
                            message.posted = [];
                        message.posted.push($root.bot.PostedEvent.decode(reader, reader.size(), $undefined, _depth + 1));
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

        return BotConversationContext;
    })();

    bot.BotSender = (function() {

        /**
         * Properties of a BotSender.
         * @typedef {Object} bot.BotSender.$Properties
         * @property {string|null} [name] BotSender name
         * @property {string|null} [url] BotSender url
         * @property {boolean|null} [hasContacts] BotSender hasContacts
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a BotSender.
         * @memberof bot
         * @interface IBotSender
         * @augments bot.BotSender.$Properties
         * @deprecated Use bot.BotSender.$Properties instead.
         */

        /**
         * Shape of a BotSender.
         * @typedef {bot.BotSender.$Properties} bot.BotSender.$Shape
         */

        /**
         * Constructs a new BotSender.
         * @memberof bot
         * @classdesc Represents a BotSender.
         * @constructor
         * @param {bot.BotSender.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const BotSender = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * BotSender name.
         * @member {string|null|undefined} name
         * @memberof bot.BotSender
         * @instance
         */
        BotSender.prototype.name = null;

        /**
         * BotSender url.
         * @member {string|null|undefined} url
         * @memberof bot.BotSender
         * @instance
         */
        BotSender.prototype.url = null;

        /**
         * BotSender hasContacts.
         * @member {boolean} hasContacts
         * @memberof bot.BotSender
         * @instance
         */
        BotSender.prototype.hasContacts = false;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(BotSender.prototype, "_name", {
            get: $util.oneOfGetter($oneOfFields = ["name"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(BotSender.prototype, "_url", {
            get: $util.oneOfGetter($oneOfFields = ["url"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified BotSender message. Does not implicitly {@link bot.BotSender.verify|verify} messages.
         * @function encode
         * @memberof bot.BotSender
         * @static
         * @param {bot.BotSender.$Properties} message BotSender message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        BotSender.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.name != null)
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
            if (message.url != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.url);
            if (message.hasContacts != null && message.hasContacts !== false)
                writer.uint32(/* id 3, wireType 0 =*/24).bool(message.hasContacts);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a BotSender message from the specified reader or buffer.
         * @function decode
         * @memberof bot.BotSender
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {bot.BotSender & bot.BotSender.$Shape} BotSender
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        BotSender.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.bot.BotSender();
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
                        message.name = reader.stringVerify();
                        message._name = "name";
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.url = reader.stringVerify();
                        message._url = "url";
                        continue;
                    }
                case 3: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.hasContacts = value;
                        else
                            delete message.hasContacts;
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

        return BotSender;
    })();

    bot.BotEvent = (function() {

        /**
         * Properties of a BotEvent.
         * @typedef {Object} bot.BotEvent.$Properties
         * @property {string|null} [event] BotEvent event
         * @property {string|null} [chatId] BotEvent chatId
         * @property {number|null} [clientNumber] BotEvent clientNumber
         * @property {bot.BotSender.$Properties|null} [sender] BotEvent sender
         * @property {boolean|null} [agentsOnline] BotEvent agentsOnline
         * @property {string|null} [text] BotEvent text
         * @property {string|null} [buttonId] BotEvent buttonId
         * @property {number|null} [atMs] BotEvent atMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a BotEvent.
         * @memberof bot
         * @interface IBotEvent
         * @augments bot.BotEvent.$Properties
         * @deprecated Use bot.BotEvent.$Properties instead.
         */

        /**
         * Shape of a BotEvent.
         * @typedef {bot.BotEvent.$Properties} bot.BotEvent.$Shape
         */

        /**
         * Constructs a new BotEvent.
         * @memberof bot
         * @classdesc Represents a BotEvent.
         * @constructor
         * @param {bot.BotEvent.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const BotEvent = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * BotEvent event.
         * @member {string} event
         * @memberof bot.BotEvent
         * @instance
         */
        BotEvent.prototype.event = "";

        /**
         * BotEvent chatId.
         * @member {string} chatId
         * @memberof bot.BotEvent
         * @instance
         */
        BotEvent.prototype.chatId = "";

        /**
         * BotEvent clientNumber.
         * @member {number} clientNumber
         * @memberof bot.BotEvent
         * @instance
         */
        BotEvent.prototype.clientNumber = 0;

        /**
         * BotEvent sender.
         * @member {bot.BotSender.$Properties|null|undefined} sender
         * @memberof bot.BotEvent
         * @instance
         */
        BotEvent.prototype.sender = null;

        /**
         * BotEvent agentsOnline.
         * @member {boolean} agentsOnline
         * @memberof bot.BotEvent
         * @instance
         */
        BotEvent.prototype.agentsOnline = false;

        /**
         * BotEvent text.
         * @member {string} text
         * @memberof bot.BotEvent
         * @instance
         */
        BotEvent.prototype.text = "";

        /**
         * BotEvent buttonId.
         * @member {string|null|undefined} buttonId
         * @memberof bot.BotEvent
         * @instance
         */
        BotEvent.prototype.buttonId = null;

        /**
         * BotEvent atMs.
         * @member {number} atMs
         * @memberof bot.BotEvent
         * @instance
         */
        BotEvent.prototype.atMs = 0;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(BotEvent.prototype, "_buttonId", {
            get: $util.oneOfGetter($oneOfFields = ["buttonId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified BotEvent message. Does not implicitly {@link bot.BotEvent.verify|verify} messages.
         * @function encode
         * @memberof bot.BotEvent
         * @static
         * @param {bot.BotEvent.$Properties} message BotEvent message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        BotEvent.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.event != null && message.event !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.event);
            if (message.chatId != null && message.chatId !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.chatId);
            if (message.clientNumber != null && !$Object.is(message.clientNumber, 0))
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.clientNumber);
            if (message.sender != null)
                $root.bot.BotSender.encode(message.sender, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.agentsOnline != null && message.agentsOnline !== false)
                writer.uint32(/* id 5, wireType 0 =*/40).bool(message.agentsOnline);
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.text);
            if (message.buttonId != null)
                writer.uint32(/* id 7, wireType 2 =*/58).string(message.buttonId);
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 8, wireType 1 =*/65).double(message.atMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a BotEvent message from the specified reader or buffer.
         * @function decode
         * @memberof bot.BotEvent
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {bot.BotEvent & bot.BotEvent.$Shape} BotEvent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        BotEvent.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.bot.BotEvent();
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
                            message.event = value;
                        else
                            delete message.event;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.chatId = value;
                        else
                            delete message.chatId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.clientNumber = value;
                        else
                            delete message.clientNumber;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.sender = $root.bot.BotSender.decode(reader, reader.size(), $undefined, _depth + 1, message.sender);
                        continue;
                    }
                case 5: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.agentsOnline = value;
                        else
                            delete message.agentsOnline;
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
                        if (wireType !== 2)
                            break;
                        message.buttonId = reader.stringVerify();
                        message._buttonId = "buttonId";
                        continue;
                    }
                case 8: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
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

        return BotEvent;
    })();

    return bot;
})();

export const call = $root.call = (() => {

    /**
     * Namespace call.
     * @exports call
     * @namespace
     */
    const call = {};

    call.RungAgent = (function() {

        /**
         * Properties of a RungAgent.
         * @typedef {Object} call.RungAgent.$Properties
         * @property {number|null} [id] RungAgent id
         * @property {string|null} [name] RungAgent name
         * @property {string|null} [phone] RungAgent phone
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a RungAgent.
         * @memberof call
         * @interface IRungAgent
         * @augments call.RungAgent.$Properties
         * @deprecated Use call.RungAgent.$Properties instead.
         */

        /**
         * Shape of a RungAgent.
         * @typedef {call.RungAgent.$Properties} call.RungAgent.$Shape
         */

        /**
         * Constructs a new RungAgent.
         * @memberof call
         * @classdesc Represents a RungAgent.
         * @constructor
         * @param {call.RungAgent.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const RungAgent = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * RungAgent id.
         * @member {number} id
         * @memberof call.RungAgent
         * @instance
         */
        RungAgent.prototype.id = 0;

        /**
         * RungAgent name.
         * @member {string} name
         * @memberof call.RungAgent
         * @instance
         */
        RungAgent.prototype.name = "";

        /**
         * RungAgent phone.
         * @member {string} phone
         * @memberof call.RungAgent
         * @instance
         */
        RungAgent.prototype.phone = "";

        /**
         * Encodes the specified RungAgent message. Does not implicitly {@link call.RungAgent.verify|verify} messages.
         * @function encode
         * @memberof call.RungAgent
         * @static
         * @param {call.RungAgent.$Properties} message RungAgent message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        RungAgent.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && !$Object.is(message.id, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.id);
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.name);
            if (message.phone != null && message.phone !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.phone);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a RungAgent message from the specified reader or buffer.
         * @function decode
         * @memberof call.RungAgent
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {call.RungAgent & call.RungAgent.$Shape} RungAgent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        RungAgent.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.call.RungAgent();
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
                            message.id = value;
                        else
                            delete message.id;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.name = value;
                        else
                            delete message.name;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.phone = value;
                        else
                            delete message.phone;
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

        return RungAgent;
    })();

    call.CallContext = (function() {

        /**
         * Properties of a CallContext.
         * @typedef {Object} call.CallContext.$Properties
         * @property {string|null} [id] CallContext id
         * @property {string|null} [chatId] CallContext chatId
         * @property {string|null} [channelId] CallContext channelId
         * @property {string|null} [callType] CallContext callType
         * @property {string|null} [phone] CallContext phone
         * @property {string|null} [status] CallContext status
         * @property {call.RungAgent.$Properties|null} [rung] CallContext rung
         * @property {number|null} [connectedId] CallContext connectedId
         * @property {number|null} [chosenId] CallContext chosenId
         * @property {string|null} [reason] CallContext reason
         * @property {string|null} [recordUrl] CallContext recordUrl
         * @property {number|null} [createdAtMs] CallContext createdAtMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a CallContext.
         * @memberof call
         * @interface ICallContext
         * @augments call.CallContext.$Properties
         * @deprecated Use call.CallContext.$Properties instead.
         */

        /**
         * Shape of a CallContext.
         * @typedef {call.CallContext.$Properties} call.CallContext.$Shape
         */

        /**
         * Constructs a new CallContext.
         * @memberof call
         * @classdesc Represents a CallContext.
         * @constructor
         * @param {call.CallContext.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const CallContext = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * CallContext id.
         * @member {string} id
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.id = "";

        /**
         * CallContext chatId.
         * @member {string} chatId
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.chatId = "";

        /**
         * CallContext channelId.
         * @member {string} channelId
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.channelId = "";

        /**
         * CallContext callType.
         * @member {string} callType
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.callType = "";

        /**
         * CallContext phone.
         * @member {string} phone
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.phone = "";

        /**
         * CallContext status.
         * @member {string} status
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.status = "";

        /**
         * CallContext rung.
         * @member {call.RungAgent.$Properties|null|undefined} rung
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.rung = null;

        /**
         * CallContext connectedId.
         * @member {number|null|undefined} connectedId
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.connectedId = null;

        /**
         * CallContext chosenId.
         * @member {number|null|undefined} chosenId
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.chosenId = null;

        /**
         * CallContext reason.
         * @member {string|null|undefined} reason
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.reason = null;

        /**
         * CallContext recordUrl.
         * @member {string|null|undefined} recordUrl
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.recordUrl = null;

        /**
         * CallContext createdAtMs.
         * @member {number} createdAtMs
         * @memberof call.CallContext
         * @instance
         */
        CallContext.prototype.createdAtMs = 0;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CallContext.prototype, "_connectedId", {
            get: $util.oneOfGetter($oneOfFields = ["connectedId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CallContext.prototype, "_chosenId", {
            get: $util.oneOfGetter($oneOfFields = ["chosenId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CallContext.prototype, "_reason", {
            get: $util.oneOfGetter($oneOfFields = ["reason"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CallContext.prototype, "_recordUrl", {
            get: $util.oneOfGetter($oneOfFields = ["recordUrl"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified CallContext message. Does not implicitly {@link call.CallContext.verify|verify} messages.
         * @function encode
         * @memberof call.CallContext
         * @static
         * @param {call.CallContext.$Properties} message CallContext message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        CallContext.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.chatId != null && message.chatId !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.chatId);
            if (message.channelId != null && message.channelId !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.channelId);
            if (message.callType != null && message.callType !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.callType);
            if (message.phone != null && message.phone !== "")
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.phone);
            if (message.status != null && message.status !== "")
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.status);
            if (message.rung != null)
                $root.call.RungAgent.encode(message.rung, writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
            if (message.connectedId != null)
                writer.uint32(/* id 8, wireType 1 =*/65).double(message.connectedId);
            if (message.chosenId != null)
                writer.uint32(/* id 9, wireType 1 =*/73).double(message.chosenId);
            if (message.reason != null)
                writer.uint32(/* id 10, wireType 2 =*/82).string(message.reason);
            if (message.recordUrl != null)
                writer.uint32(/* id 11, wireType 2 =*/90).string(message.recordUrl);
            if (message.createdAtMs != null && !$Object.is(message.createdAtMs, 0))
                writer.uint32(/* id 12, wireType 1 =*/97).double(message.createdAtMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a CallContext message from the specified reader or buffer.
         * @function decode
         * @memberof call.CallContext
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {call.CallContext & call.CallContext.$Shape} CallContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        CallContext.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.call.CallContext();
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
                            message.chatId = value;
                        else
                            delete message.chatId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.channelId = value;
                        else
                            delete message.channelId;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.callType = value;
                        else
                            delete message.callType;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.phone = value;
                        else
                            delete message.phone;
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.status = value;
                        else
                            delete message.status;
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        message.rung = $root.call.RungAgent.decode(reader, reader.size(), $undefined, _depth + 1, message.rung);
                        continue;
                    }
                case 8: {
                        if (wireType !== 1)
                            break;
                        message.connectedId = reader.double();
                        message._connectedId = "connectedId";
                        continue;
                    }
                case 9: {
                        if (wireType !== 1)
                            break;
                        message.chosenId = reader.double();
                        message._chosenId = "chosenId";
                        continue;
                    }
                case 10: {
                        if (wireType !== 2)
                            break;
                        message.reason = reader.stringVerify();
                        message._reason = "reason";
                        continue;
                    }
                case 11: {
                        if (wireType !== 2)
                            break;
                        message.recordUrl = reader.stringVerify();
                        message._recordUrl = "recordUrl";
                        continue;
                    }
                case 12: {
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

        return CallContext;
    })();

    call.CallSummary = (function() {

        /**
         * Properties of a CallSummary.
         * @typedef {Object} call.CallSummary.$Properties
         * @property {string|null} [id] CallSummary id
         * @property {string|null} [type] CallSummary type
         * @property {string|null} [phone] CallSummary phone
         * @property {string|null} [status] CallSummary status
         * @property {number|null} [agentId] CallSummary agentId
         * @property {string|null} [reason] CallSummary reason
         * @property {string|null} [recordUrl] CallSummary recordUrl
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a CallSummary.
         * @memberof call
         * @interface ICallSummary
         * @augments call.CallSummary.$Properties
         * @deprecated Use call.CallSummary.$Properties instead.
         */

        /**
         * Shape of a CallSummary.
         * @typedef {call.CallSummary.$Properties} call.CallSummary.$Shape
         */

        /**
         * Constructs a new CallSummary.
         * @memberof call
         * @classdesc Represents a CallSummary.
         * @constructor
         * @param {call.CallSummary.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const CallSummary = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * CallSummary id.
         * @member {string} id
         * @memberof call.CallSummary
         * @instance
         */
        CallSummary.prototype.id = "";

        /**
         * CallSummary type.
         * @member {string} type
         * @memberof call.CallSummary
         * @instance
         */
        CallSummary.prototype.type = "";

        /**
         * CallSummary phone.
         * @member {string} phone
         * @memberof call.CallSummary
         * @instance
         */
        CallSummary.prototype.phone = "";

        /**
         * CallSummary status.
         * @member {string} status
         * @memberof call.CallSummary
         * @instance
         */
        CallSummary.prototype.status = "";

        /**
         * CallSummary agentId.
         * @member {number|null|undefined} agentId
         * @memberof call.CallSummary
         * @instance
         */
        CallSummary.prototype.agentId = null;

        /**
         * CallSummary reason.
         * @member {string|null|undefined} reason
         * @memberof call.CallSummary
         * @instance
         */
        CallSummary.prototype.reason = null;

        /**
         * CallSummary recordUrl.
         * @member {string|null|undefined} recordUrl
         * @memberof call.CallSummary
         * @instance
         */
        CallSummary.prototype.recordUrl = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CallSummary.prototype, "_agentId", {
            get: $util.oneOfGetter($oneOfFields = ["agentId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CallSummary.prototype, "_reason", {
            get: $util.oneOfGetter($oneOfFields = ["reason"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CallSummary.prototype, "_recordUrl", {
            get: $util.oneOfGetter($oneOfFields = ["recordUrl"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified CallSummary message. Does not implicitly {@link call.CallSummary.verify|verify} messages.
         * @function encode
         * @memberof call.CallSummary
         * @static
         * @param {call.CallSummary.$Properties} message CallSummary message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        CallSummary.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.type != null && message.type !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.type);
            if (message.phone != null && message.phone !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.phone);
            if (message.status != null && message.status !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.status);
            if (message.agentId != null)
                writer.uint32(/* id 5, wireType 1 =*/41).double(message.agentId);
            if (message.reason != null)
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.reason);
            if (message.recordUrl != null)
                writer.uint32(/* id 7, wireType 2 =*/58).string(message.recordUrl);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a CallSummary message from the specified reader or buffer.
         * @function decode
         * @memberof call.CallSummary
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {call.CallSummary & call.CallSummary.$Shape} CallSummary
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        CallSummary.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.call.CallSummary();
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
                            message.type = value;
                        else
                            delete message.type;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.phone = value;
                        else
                            delete message.phone;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.status = value;
                        else
                            delete message.status;
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
                        if (wireType !== 2)
                            break;
                        message.reason = reader.stringVerify();
                        message._reason = "reason";
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        message.recordUrl = reader.stringVerify();
                        message._recordUrl = "recordUrl";
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

        return CallSummary;
    })();

    return call;
})();

export const channel = $root.channel = (() => {

    /**
     * Namespace channel.
     * @exports channel
     * @namespace
     */
    const channel = {};

    channel.OauthSettings = (function() {

        /**
         * Properties of an OauthSettings.
         * @typedef {Object} channel.OauthSettings.$Properties
         * @property {string|null} [tokenUrl] OauthSettings tokenUrl
         * @property {string|null} [clientId] OauthSettings clientId
         * @property {string|null} [clientSecret] OauthSettings clientSecret
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an OauthSettings.
         * @memberof channel
         * @interface IOauthSettings
         * @augments channel.OauthSettings.$Properties
         * @deprecated Use channel.OauthSettings.$Properties instead.
         */

        /**
         * Shape of an OauthSettings.
         * @typedef {channel.OauthSettings.$Properties} channel.OauthSettings.$Shape
         */

        /**
         * Constructs a new OauthSettings.
         * @memberof channel
         * @classdesc Represents an OauthSettings.
         * @constructor
         * @param {channel.OauthSettings.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const OauthSettings = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * OauthSettings tokenUrl.
         * @member {string} tokenUrl
         * @memberof channel.OauthSettings
         * @instance
         */
        OauthSettings.prototype.tokenUrl = "";

        /**
         * OauthSettings clientId.
         * @member {string} clientId
         * @memberof channel.OauthSettings
         * @instance
         */
        OauthSettings.prototype.clientId = "";

        /**
         * OauthSettings clientSecret.
         * @member {string} clientSecret
         * @memberof channel.OauthSettings
         * @instance
         */
        OauthSettings.prototype.clientSecret = "";

        /**
         * Encodes the specified OauthSettings message. Does not implicitly {@link channel.OauthSettings.verify|verify} messages.
         * @function encode
         * @memberof channel.OauthSettings
         * @static
         * @param {channel.OauthSettings.$Properties} message OauthSettings message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        OauthSettings.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.tokenUrl != null && message.tokenUrl !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.tokenUrl);
            if (message.clientId != null && message.clientId !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.clientId);
            if (message.clientSecret != null && message.clientSecret !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.clientSecret);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an OauthSettings message from the specified reader or buffer.
         * @function decode
         * @memberof channel.OauthSettings
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.OauthSettings & channel.OauthSettings.$Shape} OauthSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        OauthSettings.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.OauthSettings();
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
                            message.tokenUrl = value;
                        else
                            delete message.tokenUrl;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.clientId = value;
                        else
                            delete message.clientId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.clientSecret = value;
                        else
                            delete message.clientSecret;
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

        return OauthSettings;
    })();

    channel.PreviousSecret = (function() {

        /**
         * Properties of a PreviousSecret.
         * @typedef {Object} channel.PreviousSecret.$Properties
         * @property {string|null} [secret] PreviousSecret secret
         * @property {number|null} [untilMs] PreviousSecret untilMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a PreviousSecret.
         * @memberof channel
         * @interface IPreviousSecret
         * @augments channel.PreviousSecret.$Properties
         * @deprecated Use channel.PreviousSecret.$Properties instead.
         */

        /**
         * Shape of a PreviousSecret.
         * @typedef {channel.PreviousSecret.$Properties} channel.PreviousSecret.$Shape
         */

        /**
         * Constructs a new PreviousSecret.
         * @memberof channel
         * @classdesc Represents a PreviousSecret.
         * @constructor
         * @param {channel.PreviousSecret.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const PreviousSecret = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * PreviousSecret secret.
         * @member {string} secret
         * @memberof channel.PreviousSecret
         * @instance
         */
        PreviousSecret.prototype.secret = "";

        /**
         * PreviousSecret untilMs.
         * @member {number} untilMs
         * @memberof channel.PreviousSecret
         * @instance
         */
        PreviousSecret.prototype.untilMs = 0;

        /**
         * Encodes the specified PreviousSecret message. Does not implicitly {@link channel.PreviousSecret.verify|verify} messages.
         * @function encode
         * @memberof channel.PreviousSecret
         * @static
         * @param {channel.PreviousSecret.$Properties} message PreviousSecret message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        PreviousSecret.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.secret != null && message.secret !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.secret);
            if (message.untilMs != null && !$Object.is(message.untilMs, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.untilMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a PreviousSecret message from the specified reader or buffer.
         * @function decode
         * @memberof channel.PreviousSecret
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.PreviousSecret & channel.PreviousSecret.$Shape} PreviousSecret
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        PreviousSecret.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.PreviousSecret();
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
                            message.secret = value;
                        else
                            delete message.secret;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.untilMs = value;
                        else
                            delete message.untilMs;
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

        return PreviousSecret;
    })();

    channel.SigningSecrets = (function() {

        /**
         * Properties of a SigningSecrets.
         * @typedef {Object} channel.SigningSecrets.$Properties
         * @property {string|null} [signingSecret] SigningSecrets signingSecret
         * @property {channel.PreviousSecret.$Properties|null} [previousSecret] SigningSecrets previousSecret
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a SigningSecrets.
         * @memberof channel
         * @interface ISigningSecrets
         * @augments channel.SigningSecrets.$Properties
         * @deprecated Use channel.SigningSecrets.$Properties instead.
         */

        /**
         * Shape of a SigningSecrets.
         * @typedef {channel.SigningSecrets.$Properties} channel.SigningSecrets.$Shape
         */

        /**
         * Constructs a new SigningSecrets.
         * @memberof channel
         * @classdesc Represents a SigningSecrets.
         * @constructor
         * @param {channel.SigningSecrets.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const SigningSecrets = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * SigningSecrets signingSecret.
         * @member {string|null|undefined} signingSecret
         * @memberof channel.SigningSecrets
         * @instance
         */
        SigningSecrets.prototype.signingSecret = null;

        /**
         * SigningSecrets previousSecret.
         * @member {channel.PreviousSecret.$Properties|null|undefined} previousSecret
         * @memberof channel.SigningSecrets
         * @instance
         */
        SigningSecrets.prototype.previousSecret = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(SigningSecrets.prototype, "_signingSecret", {
            get: $util.oneOfGetter($oneOfFields = ["signingSecret"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified SigningSecrets message. Does not implicitly {@link channel.SigningSecrets.verify|verify} messages.
         * @function encode
         * @memberof channel.SigningSecrets
         * @static
         * @param {channel.SigningSecrets.$Properties} message SigningSecrets message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        SigningSecrets.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.signingSecret != null)
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.signingSecret);
            if (message.previousSecret != null)
                $root.channel.PreviousSecret.encode(message.previousSecret, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a SigningSecrets message from the specified reader or buffer.
         * @function decode
         * @memberof channel.SigningSecrets
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.SigningSecrets & channel.SigningSecrets.$Shape} SigningSecrets
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        SigningSecrets.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.SigningSecrets();
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
                        message.signingSecret = reader.stringVerify();
                        message._signingSecret = "signingSecret";
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.previousSecret = $root.channel.PreviousSecret.decode(reader, reader.size(), $undefined, _depth + 1, message.previousSecret);
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

        return SigningSecrets;
    })();

    channel.BotSettings = (function() {

        /**
         * Properties of a BotSettings.
         * @typedef {Object} channel.BotSettings.$Properties
         * @property {string|null} [providerId] BotSettings providerId
         * @property {string|null} [endpoint] BotSettings endpoint
         * @property {string|null} [token] BotSettings token
         * @property {string|null} [name] BotSettings name
         * @property {string|null} [photo] BotSettings photo
         * @property {channel.OauthSettings.$Properties|null} [oauth] BotSettings oauth
         * @property {string|null} [signingSecret] BotSettings signingSecret
         * @property {channel.PreviousSecret.$Properties|null} [previousSecret] BotSettings previousSecret
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a BotSettings.
         * @memberof channel
         * @interface IBotSettings
         * @augments channel.BotSettings.$Properties
         * @deprecated Use channel.BotSettings.$Properties instead.
         */

        /**
         * Shape of a BotSettings.
         * @typedef {channel.BotSettings.$Properties} channel.BotSettings.$Shape
         */

        /**
         * Constructs a new BotSettings.
         * @memberof channel
         * @classdesc Represents a BotSettings.
         * @constructor
         * @param {channel.BotSettings.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const BotSettings = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * BotSettings providerId.
         * @member {string} providerId
         * @memberof channel.BotSettings
         * @instance
         */
        BotSettings.prototype.providerId = "";

        /**
         * BotSettings endpoint.
         * @member {string} endpoint
         * @memberof channel.BotSettings
         * @instance
         */
        BotSettings.prototype.endpoint = "";

        /**
         * BotSettings token.
         * @member {string} token
         * @memberof channel.BotSettings
         * @instance
         */
        BotSettings.prototype.token = "";

        /**
         * BotSettings name.
         * @member {string|null|undefined} name
         * @memberof channel.BotSettings
         * @instance
         */
        BotSettings.prototype.name = null;

        /**
         * BotSettings photo.
         * @member {string|null|undefined} photo
         * @memberof channel.BotSettings
         * @instance
         */
        BotSettings.prototype.photo = null;

        /**
         * BotSettings oauth.
         * @member {channel.OauthSettings.$Properties|null|undefined} oauth
         * @memberof channel.BotSettings
         * @instance
         */
        BotSettings.prototype.oauth = null;

        /**
         * BotSettings signingSecret.
         * @member {string|null|undefined} signingSecret
         * @memberof channel.BotSettings
         * @instance
         */
        BotSettings.prototype.signingSecret = null;

        /**
         * BotSettings previousSecret.
         * @member {channel.PreviousSecret.$Properties|null|undefined} previousSecret
         * @memberof channel.BotSettings
         * @instance
         */
        BotSettings.prototype.previousSecret = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(BotSettings.prototype, "_name", {
            get: $util.oneOfGetter($oneOfFields = ["name"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(BotSettings.prototype, "_photo", {
            get: $util.oneOfGetter($oneOfFields = ["photo"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(BotSettings.prototype, "_signingSecret", {
            get: $util.oneOfGetter($oneOfFields = ["signingSecret"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified BotSettings message. Does not implicitly {@link channel.BotSettings.verify|verify} messages.
         * @function encode
         * @memberof channel.BotSettings
         * @static
         * @param {channel.BotSettings.$Properties} message BotSettings message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        BotSettings.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.providerId != null && message.providerId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.providerId);
            if (message.endpoint != null && message.endpoint !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.endpoint);
            if (message.token != null && message.token !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.token);
            if (message.name != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.name);
            if (message.photo != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.photo);
            if (message.oauth != null)
                $root.channel.OauthSettings.encode(message.oauth, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
            if (message.signingSecret != null)
                writer.uint32(/* id 7, wireType 2 =*/58).string(message.signingSecret);
            if (message.previousSecret != null)
                $root.channel.PreviousSecret.encode(message.previousSecret, writer.uint32(/* id 8, wireType 2 =*/66).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a BotSettings message from the specified reader or buffer.
         * @function decode
         * @memberof channel.BotSettings
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.BotSettings & channel.BotSettings.$Shape} BotSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        BotSettings.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.BotSettings();
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
                            message.providerId = value;
                        else
                            delete message.providerId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.endpoint = value;
                        else
                            delete message.endpoint;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.token = value;
                        else
                            delete message.token;
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
                        message.photo = reader.stringVerify();
                        message._photo = "photo";
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        message.oauth = $root.channel.OauthSettings.decode(reader, reader.size(), $undefined, _depth + 1, message.oauth);
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        message.signingSecret = reader.stringVerify();
                        message._signingSecret = "signingSecret";
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        message.previousSecret = $root.channel.PreviousSecret.decode(reader, reader.size(), $undefined, _depth + 1, message.previousSecret);
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

        return BotSettings;
    })();

    channel.WebhookEndpoint = (function() {

        /**
         * Properties of a WebhookEndpoint.
         * @typedef {Object} channel.WebhookEndpoint.$Properties
         * @property {string|null} [name] WebhookEndpoint name
         * @property {string|null} [url] WebhookEndpoint url
         * @property {string|null} [signingSecret] WebhookEndpoint signingSecret
         * @property {channel.PreviousSecret.$Properties|null} [previousSecret] WebhookEndpoint previousSecret
         * @property {Array.<string>|null} [events] WebhookEndpoint events
         * @property {boolean|null} [paused] WebhookEndpoint paused
         * @property {boolean|null} [ordered] WebhookEndpoint ordered
         * @property {number|null} [orderedWaitMs] WebhookEndpoint orderedWaitMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WebhookEndpoint.
         * @memberof channel
         * @interface IWebhookEndpoint
         * @augments channel.WebhookEndpoint.$Properties
         * @deprecated Use channel.WebhookEndpoint.$Properties instead.
         */

        /**
         * Shape of a WebhookEndpoint.
         * @typedef {channel.WebhookEndpoint.$Properties} channel.WebhookEndpoint.$Shape
         */

        /**
         * Constructs a new WebhookEndpoint.
         * @memberof channel
         * @classdesc Represents a WebhookEndpoint.
         * @constructor
         * @param {channel.WebhookEndpoint.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WebhookEndpoint = function (properties) {
            this.events = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WebhookEndpoint name.
         * @member {string} name
         * @memberof channel.WebhookEndpoint
         * @instance
         */
        WebhookEndpoint.prototype.name = "";

        /**
         * WebhookEndpoint url.
         * @member {string} url
         * @memberof channel.WebhookEndpoint
         * @instance
         */
        WebhookEndpoint.prototype.url = "";

        /**
         * WebhookEndpoint signingSecret.
         * @member {string|null|undefined} signingSecret
         * @memberof channel.WebhookEndpoint
         * @instance
         */
        WebhookEndpoint.prototype.signingSecret = null;

        /**
         * WebhookEndpoint previousSecret.
         * @member {channel.PreviousSecret.$Properties|null|undefined} previousSecret
         * @memberof channel.WebhookEndpoint
         * @instance
         */
        WebhookEndpoint.prototype.previousSecret = null;

        /**
         * WebhookEndpoint events.
         * @member {Array.<string>} events
         * @memberof channel.WebhookEndpoint
         * @instance
         */
        WebhookEndpoint.prototype.events = $util.emptyArray;

        /**
         * WebhookEndpoint paused.
         * @member {boolean} paused
         * @memberof channel.WebhookEndpoint
         * @instance
         */
        WebhookEndpoint.prototype.paused = false;

        /**
         * WebhookEndpoint ordered.
         * @member {boolean} ordered
         * @memberof channel.WebhookEndpoint
         * @instance
         */
        WebhookEndpoint.prototype.ordered = false;

        /**
         * WebhookEndpoint orderedWaitMs.
         * @member {number} orderedWaitMs
         * @memberof channel.WebhookEndpoint
         * @instance
         */
        WebhookEndpoint.prototype.orderedWaitMs = 0;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WebhookEndpoint.prototype, "_signingSecret", {
            get: $util.oneOfGetter($oneOfFields = ["signingSecret"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified WebhookEndpoint message. Does not implicitly {@link channel.WebhookEndpoint.verify|verify} messages.
         * @function encode
         * @memberof channel.WebhookEndpoint
         * @static
         * @param {channel.WebhookEndpoint.$Properties} message WebhookEndpoint message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WebhookEndpoint.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
            if (message.url != null && message.url !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.url);
            if (message.signingSecret != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.signingSecret);
            if (message.previousSecret != null)
                $root.channel.PreviousSecret.encode(message.previousSecret, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.events != null && message.events.length)
                for (let i = 0; i < message.events.length; ++i)
                    writer.uint32(/* id 5, wireType 2 =*/42).string(message.events[i]);
            if (message.paused != null && message.paused !== false)
                writer.uint32(/* id 6, wireType 0 =*/48).bool(message.paused);
            if (message.ordered != null && message.ordered !== false)
                writer.uint32(/* id 7, wireType 0 =*/56).bool(message.ordered);
            if (message.orderedWaitMs != null && !$Object.is(message.orderedWaitMs, 0))
                writer.uint32(/* id 8, wireType 1 =*/65).double(message.orderedWaitMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WebhookEndpoint message from the specified reader or buffer.
         * @function decode
         * @memberof channel.WebhookEndpoint
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.WebhookEndpoint & channel.WebhookEndpoint.$Shape} WebhookEndpoint
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WebhookEndpoint.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.WebhookEndpoint();
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
                        if ((value = reader.stringVerify()).length)
                            message.url = value;
                        else
                            delete message.url;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.signingSecret = reader.stringVerify();
                        message._signingSecret = "signingSecret";
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.previousSecret = $root.channel.PreviousSecret.decode(reader, reader.size(), $undefined, _depth + 1, message.previousSecret);
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if (!(message.events && message.events.length))
                            message.events = [];
                        message.events.push(reader.stringVerify());
                        continue;
                    }
                case 6: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.paused = value;
                        else
                            delete message.paused;
                        continue;
                    }
                case 7: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.ordered = value;
                        else
                            delete message.ordered;
                        continue;
                    }
                case 8: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.orderedWaitMs = value;
                        else
                            delete message.orderedWaitMs;
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

        return WebhookEndpoint;
    })();

    channel.WebhookSettings = (function() {

        /**
         * Properties of a WebhookSettings.
         * @typedef {Object} channel.WebhookSettings.$Properties
         * @property {string|null} [url] WebhookSettings url
         * @property {string|null} [signingSecret] WebhookSettings signingSecret
         * @property {channel.PreviousSecret.$Properties|null} [previousSecret] WebhookSettings previousSecret
         * @property {Array.<channel.WebhookEndpoint.$Properties>|null} [endpoints] WebhookSettings endpoints
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WebhookSettings.
         * @memberof channel
         * @interface IWebhookSettings
         * @augments channel.WebhookSettings.$Properties
         * @deprecated Use channel.WebhookSettings.$Properties instead.
         */

        /**
         * Shape of a WebhookSettings.
         * @typedef {channel.WebhookSettings.$Properties} channel.WebhookSettings.$Shape
         */

        /**
         * Constructs a new WebhookSettings.
         * @memberof channel
         * @classdesc Represents a WebhookSettings.
         * @constructor
         * @param {channel.WebhookSettings.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WebhookSettings = function (properties) {
            this.endpoints = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WebhookSettings url.
         * @member {string} url
         * @memberof channel.WebhookSettings
         * @instance
         */
        WebhookSettings.prototype.url = "";

        /**
         * WebhookSettings signingSecret.
         * @member {string|null|undefined} signingSecret
         * @memberof channel.WebhookSettings
         * @instance
         */
        WebhookSettings.prototype.signingSecret = null;

        /**
         * WebhookSettings previousSecret.
         * @member {channel.PreviousSecret.$Properties|null|undefined} previousSecret
         * @memberof channel.WebhookSettings
         * @instance
         */
        WebhookSettings.prototype.previousSecret = null;

        /**
         * WebhookSettings endpoints.
         * @member {Array.<channel.WebhookEndpoint.$Properties>} endpoints
         * @memberof channel.WebhookSettings
         * @instance
         */
        WebhookSettings.prototype.endpoints = $util.emptyArray;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WebhookSettings.prototype, "_signingSecret", {
            get: $util.oneOfGetter($oneOfFields = ["signingSecret"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified WebhookSettings message. Does not implicitly {@link channel.WebhookSettings.verify|verify} messages.
         * @function encode
         * @memberof channel.WebhookSettings
         * @static
         * @param {channel.WebhookSettings.$Properties} message WebhookSettings message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WebhookSettings.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.url != null && message.url !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.url);
            if (message.signingSecret != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.signingSecret);
            if (message.previousSecret != null)
                $root.channel.PreviousSecret.encode(message.previousSecret, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.endpoints != null && message.endpoints.length)
                for (let i = 0; i < message.endpoints.length; ++i)
                    $root.channel.WebhookEndpoint.encode(message.endpoints[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WebhookSettings message from the specified reader or buffer.
         * @function decode
         * @memberof channel.WebhookSettings
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.WebhookSettings & channel.WebhookSettings.$Shape} WebhookSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WebhookSettings.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.WebhookSettings();
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
                            message.url = value;
                        else
                            delete message.url;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.signingSecret = reader.stringVerify();
                        message._signingSecret = "signingSecret";
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.previousSecret = $root.channel.PreviousSecret.decode(reader, reader.size(), $undefined, _depth + 1, message.previousSecret);
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if (!(message.endpoints && message.endpoints.length))
                            message.endpoints = [];
                        message.endpoints.push($root.channel.WebhookEndpoint.decode(reader, reader.size(), $undefined, _depth + 1));
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

        return WebhookSettings;
    })();

    channel.CallbackHours = (function() {

        /**
         * Properties of a CallbackHours.
         * @typedef {Object} channel.CallbackHours.$Properties
         * @property {Array.<number>|null} [days] CallbackHours days
         * @property {string|null} [from] CallbackHours from
         * @property {string|null} [to] CallbackHours to
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a CallbackHours.
         * @memberof channel
         * @interface ICallbackHours
         * @augments channel.CallbackHours.$Properties
         * @deprecated Use channel.CallbackHours.$Properties instead.
         */

        /**
         * Shape of a CallbackHours.
         * @typedef {channel.CallbackHours.$Properties} channel.CallbackHours.$Shape
         */

        /**
         * Constructs a new CallbackHours.
         * @memberof channel
         * @classdesc Represents a CallbackHours.
         * @constructor
         * @param {channel.CallbackHours.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const CallbackHours = function (properties) {
            this.days = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * CallbackHours days.
         * @member {Array.<number>} days
         * @memberof channel.CallbackHours
         * @instance
         */
        CallbackHours.prototype.days = $util.emptyArray;

        /**
         * CallbackHours from.
         * @member {string} from
         * @memberof channel.CallbackHours
         * @instance
         */
        CallbackHours.prototype.from = "";

        /**
         * CallbackHours to.
         * @member {string} to
         * @memberof channel.CallbackHours
         * @instance
         */
        CallbackHours.prototype.to = "";

        /**
         * Encodes the specified CallbackHours message. Does not implicitly {@link channel.CallbackHours.verify|verify} messages.
         * @function encode
         * @memberof channel.CallbackHours
         * @static
         * @param {channel.CallbackHours.$Properties} message CallbackHours message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        CallbackHours.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.days != null && message.days.length)
                writer.uint32(/* id 1, wireType 2 =*/10).uint32s(message.days);
            if (message.from != null && message.from !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.from);
            if (message.to != null && message.to !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.to);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a CallbackHours message from the specified reader or buffer.
         * @function decode
         * @memberof channel.CallbackHours
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.CallbackHours & channel.CallbackHours.$Shape} CallbackHours
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        CallbackHours.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.CallbackHours();
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
                            if (!(message.days && message.days.length))
                                message.days = [];
                            reader.uint32s(message.days);
                            continue;
                        }
                        if (wireType !== 0)
                            break;
                        if (!(message.days && message.days.length))
                            message.days = [];
                        message.days.push(reader.uint32());
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
                            message.to = value;
                        else
                            delete message.to;
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

        return CallbackHours;
    })();

    channel.CallbackSettings = (function() {

        /**
         * Properties of a CallbackSettings.
         * @typedef {Object} channel.CallbackSettings.$Properties
         * @property {boolean|null} [enabled] CallbackSettings enabled
         * @property {number|null} [balance] CallbackSettings balance
         * @property {Array.<channel.CallbackHours.$Properties>|null} [hours] CallbackSettings hours
         * @property {string|null} [timeZone] CallbackSettings timeZone
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a CallbackSettings.
         * @memberof channel
         * @interface ICallbackSettings
         * @augments channel.CallbackSettings.$Properties
         * @deprecated Use channel.CallbackSettings.$Properties instead.
         */

        /**
         * Shape of a CallbackSettings.
         * @typedef {channel.CallbackSettings.$Properties} channel.CallbackSettings.$Shape
         */

        /**
         * Constructs a new CallbackSettings.
         * @memberof channel
         * @classdesc Represents a CallbackSettings.
         * @constructor
         * @param {channel.CallbackSettings.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const CallbackSettings = function (properties) {
            this.hours = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * CallbackSettings enabled.
         * @member {boolean} enabled
         * @memberof channel.CallbackSettings
         * @instance
         */
        CallbackSettings.prototype.enabled = false;

        /**
         * CallbackSettings balance.
         * @member {number} balance
         * @memberof channel.CallbackSettings
         * @instance
         */
        CallbackSettings.prototype.balance = 0;

        /**
         * CallbackSettings hours.
         * @member {Array.<channel.CallbackHours.$Properties>} hours
         * @memberof channel.CallbackSettings
         * @instance
         */
        CallbackSettings.prototype.hours = $util.emptyArray;

        /**
         * CallbackSettings timeZone.
         * @member {string} timeZone
         * @memberof channel.CallbackSettings
         * @instance
         */
        CallbackSettings.prototype.timeZone = "";

        /**
         * Encodes the specified CallbackSettings message. Does not implicitly {@link channel.CallbackSettings.verify|verify} messages.
         * @function encode
         * @memberof channel.CallbackSettings
         * @static
         * @param {channel.CallbackSettings.$Properties} message CallbackSettings message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        CallbackSettings.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.enabled != null && message.enabled !== false)
                writer.uint32(/* id 1, wireType 0 =*/8).bool(message.enabled);
            if (message.balance != null && !$Object.is(message.balance, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.balance);
            if (message.hours != null && message.hours.length)
                for (let i = 0; i < message.hours.length; ++i)
                    $root.channel.CallbackHours.encode(message.hours[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.timeZone != null && message.timeZone !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.timeZone);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a CallbackSettings message from the specified reader or buffer.
         * @function decode
         * @memberof channel.CallbackSettings
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.CallbackSettings & channel.CallbackSettings.$Shape} CallbackSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        CallbackSettings.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.CallbackSettings();
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
                            message.enabled = value;
                        else
                            delete message.enabled;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.balance = value;
                        else
                            delete message.balance;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if (!(message.hours && message.hours.length))
                            message.hours = [];
                        message.hours.push($root.channel.CallbackHours.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.timeZone = value;
                        else
                            delete message.timeZone;
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

        return CallbackSettings;
    })();

    channel.WidgetLook = (function() {

        /**
         * Properties of a WidgetLook.
         * @typedef {Object} channel.WidgetLook.$Properties
         * @property {string|null} [color] WidgetLook color
         * @property {string|null} [position] WidgetLook position
         * @property {string|null} [language] WidgetLook language
         * @property {string|null} [title] WidgetLook title
         * @property {string|null} [greeting] WidgetLook greeting
         * @property {boolean|null} [sound] WidgetLook sound
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WidgetLook.
         * @memberof channel
         * @interface IWidgetLook
         * @augments channel.WidgetLook.$Properties
         * @deprecated Use channel.WidgetLook.$Properties instead.
         */

        /**
         * Shape of a WidgetLook.
         * @typedef {channel.WidgetLook.$Properties} channel.WidgetLook.$Shape
         */

        /**
         * Constructs a new WidgetLook.
         * @memberof channel
         * @classdesc Represents a WidgetLook.
         * @constructor
         * @param {channel.WidgetLook.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WidgetLook = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WidgetLook color.
         * @member {string|null|undefined} color
         * @memberof channel.WidgetLook
         * @instance
         */
        WidgetLook.prototype.color = null;

        /**
         * WidgetLook position.
         * @member {string} position
         * @memberof channel.WidgetLook
         * @instance
         */
        WidgetLook.prototype.position = "";

        /**
         * WidgetLook language.
         * @member {string|null|undefined} language
         * @memberof channel.WidgetLook
         * @instance
         */
        WidgetLook.prototype.language = null;

        /**
         * WidgetLook title.
         * @member {string|null|undefined} title
         * @memberof channel.WidgetLook
         * @instance
         */
        WidgetLook.prototype.title = null;

        /**
         * WidgetLook greeting.
         * @member {string|null|undefined} greeting
         * @memberof channel.WidgetLook
         * @instance
         */
        WidgetLook.prototype.greeting = null;

        /**
         * WidgetLook sound.
         * @member {boolean} sound
         * @memberof channel.WidgetLook
         * @instance
         */
        WidgetLook.prototype.sound = false;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WidgetLook.prototype, "_color", {
            get: $util.oneOfGetter($oneOfFields = ["color"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WidgetLook.prototype, "_language", {
            get: $util.oneOfGetter($oneOfFields = ["language"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WidgetLook.prototype, "_title", {
            get: $util.oneOfGetter($oneOfFields = ["title"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WidgetLook.prototype, "_greeting", {
            get: $util.oneOfGetter($oneOfFields = ["greeting"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified WidgetLook message. Does not implicitly {@link channel.WidgetLook.verify|verify} messages.
         * @function encode
         * @memberof channel.WidgetLook
         * @static
         * @param {channel.WidgetLook.$Properties} message WidgetLook message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WidgetLook.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.color != null)
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.color);
            if (message.position != null && message.position !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.position);
            if (message.language != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.language);
            if (message.title != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.title);
            if (message.greeting != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.greeting);
            if (message.sound != null && message.sound !== false)
                writer.uint32(/* id 6, wireType 0 =*/48).bool(message.sound);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WidgetLook message from the specified reader or buffer.
         * @function decode
         * @memberof channel.WidgetLook
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.WidgetLook & channel.WidgetLook.$Shape} WidgetLook
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WidgetLook.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.WidgetLook();
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
                        message.color = reader.stringVerify();
                        message._color = "color";
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.position = value;
                        else
                            delete message.position;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.language = reader.stringVerify();
                        message._language = "language";
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.title = reader.stringVerify();
                        message._title = "title";
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.greeting = reader.stringVerify();
                        message._greeting = "greeting";
                        continue;
                    }
                case 6: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.sound = value;
                        else
                            delete message.sound;
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

        return WidgetLook;
    })();

    channel.IdentitySettings = (function() {

        /**
         * Properties of an IdentitySettings.
         * @typedef {Object} channel.IdentitySettings.$Properties
         * @property {string|null} [secret] IdentitySettings secret
         * @property {channel.PreviousSecret.$Properties|null} [previousSecret] IdentitySettings previousSecret
         * @property {string|null} [jwksUrl] IdentitySettings jwksUrl
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an IdentitySettings.
         * @memberof channel
         * @interface IIdentitySettings
         * @augments channel.IdentitySettings.$Properties
         * @deprecated Use channel.IdentitySettings.$Properties instead.
         */

        /**
         * Shape of an IdentitySettings.
         * @typedef {channel.IdentitySettings.$Properties} channel.IdentitySettings.$Shape
         */

        /**
         * Constructs a new IdentitySettings.
         * @memberof channel
         * @classdesc Represents an IdentitySettings.
         * @constructor
         * @param {channel.IdentitySettings.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const IdentitySettings = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * IdentitySettings secret.
         * @member {string|null|undefined} secret
         * @memberof channel.IdentitySettings
         * @instance
         */
        IdentitySettings.prototype.secret = null;

        /**
         * IdentitySettings previousSecret.
         * @member {channel.PreviousSecret.$Properties|null|undefined} previousSecret
         * @memberof channel.IdentitySettings
         * @instance
         */
        IdentitySettings.prototype.previousSecret = null;

        /**
         * IdentitySettings jwksUrl.
         * @member {string|null|undefined} jwksUrl
         * @memberof channel.IdentitySettings
         * @instance
         */
        IdentitySettings.prototype.jwksUrl = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(IdentitySettings.prototype, "_secret", {
            get: $util.oneOfGetter($oneOfFields = ["secret"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(IdentitySettings.prototype, "_jwksUrl", {
            get: $util.oneOfGetter($oneOfFields = ["jwksUrl"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified IdentitySettings message. Does not implicitly {@link channel.IdentitySettings.verify|verify} messages.
         * @function encode
         * @memberof channel.IdentitySettings
         * @static
         * @param {channel.IdentitySettings.$Properties} message IdentitySettings message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        IdentitySettings.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.secret != null)
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.secret);
            if (message.previousSecret != null)
                $root.channel.PreviousSecret.encode(message.previousSecret, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.jwksUrl != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.jwksUrl);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an IdentitySettings message from the specified reader or buffer.
         * @function decode
         * @memberof channel.IdentitySettings
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.IdentitySettings & channel.IdentitySettings.$Shape} IdentitySettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        IdentitySettings.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.IdentitySettings();
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
                        message.secret = reader.stringVerify();
                        message._secret = "secret";
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.previousSecret = $root.channel.PreviousSecret.decode(reader, reader.size(), $undefined, _depth + 1, message.previousSecret);
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.jwksUrl = reader.stringVerify();
                        message._jwksUrl = "jwksUrl";
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

        return IdentitySettings;
    })();

    channel.WidgetSettings = (function() {

        /**
         * Properties of a WidgetSettings.
         * @typedef {Object} channel.WidgetSettings.$Properties
         * @property {Array.<string>|null} [allowedOrigins] WidgetSettings allowedOrigins
         * @property {Array.<string>|null} [safeUrls] WidgetSettings safeUrls
         * @property {channel.CallbackSettings.$Properties|null} [callback] WidgetSettings callback
         * @property {channel.WidgetLook.$Properties|null} [look] WidgetSettings look
         * @property {boolean|null} [contactsForm] WidgetSettings contactsForm
         * @property {channel.IdentitySettings.$Properties|null} [identity] WidgetSettings identity
         * @property {boolean|null} [contactsFirst] WidgetSettings contactsFirst
         * @property {boolean|null} [home] WidgetSettings home
         * @property {Array.<string>|null} [suggestions] WidgetSettings suggestions
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WidgetSettings.
         * @memberof channel
         * @interface IWidgetSettings
         * @augments channel.WidgetSettings.$Properties
         * @deprecated Use channel.WidgetSettings.$Properties instead.
         */

        /**
         * Shape of a WidgetSettings.
         * @typedef {channel.WidgetSettings.$Properties} channel.WidgetSettings.$Shape
         */

        /**
         * Constructs a new WidgetSettings.
         * @memberof channel
         * @classdesc Represents a WidgetSettings.
         * @constructor
         * @param {channel.WidgetSettings.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WidgetSettings = function (properties) {
            this.allowedOrigins = [];
            this.safeUrls = [];
            this.suggestions = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WidgetSettings allowedOrigins.
         * @member {Array.<string>} allowedOrigins
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.allowedOrigins = $util.emptyArray;

        /**
         * WidgetSettings safeUrls.
         * @member {Array.<string>} safeUrls
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.safeUrls = $util.emptyArray;

        /**
         * WidgetSettings callback.
         * @member {channel.CallbackSettings.$Properties|null|undefined} callback
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.callback = null;

        /**
         * WidgetSettings look.
         * @member {channel.WidgetLook.$Properties|null|undefined} look
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.look = null;

        /**
         * WidgetSettings contactsForm.
         * @member {boolean} contactsForm
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.contactsForm = false;

        /**
         * WidgetSettings identity.
         * @member {channel.IdentitySettings.$Properties|null|undefined} identity
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.identity = null;

        /**
         * WidgetSettings contactsFirst.
         * @member {boolean} contactsFirst
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.contactsFirst = false;

        /**
         * WidgetSettings home.
         * @member {boolean} home
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.home = false;

        /**
         * WidgetSettings suggestions.
         * @member {Array.<string>} suggestions
         * @memberof channel.WidgetSettings
         * @instance
         */
        WidgetSettings.prototype.suggestions = $util.emptyArray;

        /**
         * Encodes the specified WidgetSettings message. Does not implicitly {@link channel.WidgetSettings.verify|verify} messages.
         * @function encode
         * @memberof channel.WidgetSettings
         * @static
         * @param {channel.WidgetSettings.$Properties} message WidgetSettings message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WidgetSettings.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.allowedOrigins != null && message.allowedOrigins.length)
                for (let i = 0; i < message.allowedOrigins.length; ++i)
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.allowedOrigins[i]);
            if (message.safeUrls != null && message.safeUrls.length)
                for (let i = 0; i < message.safeUrls.length; ++i)
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.safeUrls[i]);
            if (message.callback != null)
                $root.channel.CallbackSettings.encode(message.callback, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.look != null)
                $root.channel.WidgetLook.encode(message.look, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.contactsForm != null && message.contactsForm !== false)
                writer.uint32(/* id 5, wireType 0 =*/40).bool(message.contactsForm);
            if (message.identity != null)
                $root.channel.IdentitySettings.encode(message.identity, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
            if (message.contactsFirst != null && message.contactsFirst !== false)
                writer.uint32(/* id 7, wireType 0 =*/56).bool(message.contactsFirst);
            if (message.home != null && message.home !== false)
                writer.uint32(/* id 8, wireType 0 =*/64).bool(message.home);
            if (message.suggestions != null && message.suggestions.length)
                for (let i = 0; i < message.suggestions.length; ++i)
                    writer.uint32(/* id 9, wireType 2 =*/74).string(message.suggestions[i]);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WidgetSettings message from the specified reader or buffer.
         * @function decode
         * @memberof channel.WidgetSettings
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.WidgetSettings & channel.WidgetSettings.$Shape} WidgetSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WidgetSettings.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.WidgetSettings();
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
                        if (!(message.allowedOrigins && message.allowedOrigins.length))
                            message.allowedOrigins = [];
                        message.allowedOrigins.push(reader.stringVerify());
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.safeUrls && message.safeUrls.length))
                            message.safeUrls = [];
                        message.safeUrls.push(reader.stringVerify());
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.callback = $root.channel.CallbackSettings.decode(reader, reader.size(), $undefined, _depth + 1, message.callback);
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.look = $root.channel.WidgetLook.decode(reader, reader.size(), $undefined, _depth + 1, message.look);
                        continue;
                    }
                case 5: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.contactsForm = value;
                        else
                            delete message.contactsForm;
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        message.identity = $root.channel.IdentitySettings.decode(reader, reader.size(), $undefined, _depth + 1, message.identity);
                        continue;
                    }
                case 7: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.contactsFirst = value;
                        else
                            delete message.contactsFirst;
                        continue;
                    }
                case 8: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.home = value;
                        else
                            delete message.home;
                        continue;
                    }
                case 9: {
                        if (wireType !== 2)
                            break;
                        if (!(message.suggestions && message.suggestions.length))
                            message.suggestions = [];
                        message.suggestions.push(reader.stringVerify());
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

        return WidgetSettings;
    })();

    channel.ChannelSettings = (function() {

        /**
         * Properties of a ChannelSettings.
         * @typedef {Object} channel.ChannelSettings.$Properties
         * @property {string|null} [id] ChannelSettings id
         * @property {string|null} [kind] ChannelSettings kind
         * @property {string|null} [name] ChannelSettings name
         * @property {string|null} [random] ChannelSettings random
         * @property {string|null} [webhookUrl] ChannelSettings webhookUrl
         * @property {boolean|null} [chunked] ChannelSettings chunked
         * @property {Array.<number>|null} [agentIds] ChannelSettings agentIds
         * @property {boolean|null} [enabled] ChannelSettings enabled
         * @property {boolean|null} [appendPublicId] ChannelSettings appendPublicId
         * @property {boolean|null} [strictAnswers] ChannelSettings strictAnswers
         * @property {Array.<string>|null} [hiddenErrorCodes] ChannelSettings hiddenErrorCodes
         * @property {Array.<string>|null} [agentKeywords] ChannelSettings agentKeywords
         * @property {number|null} [acceptTimeoutMs] ChannelSettings acceptTimeoutMs
         * @property {channel.BotSettings.$Properties|null} [bot] ChannelSettings bot
         * @property {channel.WebhookSettings.$Properties|null} [webhooks] ChannelSettings webhooks
         * @property {Array.<string>|null} [chatLogEmails] ChannelSettings chatLogEmails
         * @property {channel.WidgetSettings.$Properties|null} [widget] ChannelSettings widget
         * @property {string|null} [signingSecret] ChannelSettings signingSecret
         * @property {channel.PreviousSecret.$Properties|null} [previousSecret] ChannelSettings previousSecret
         * @property {channel.SigningSecrets.$Properties|null} [incoming] ChannelSettings incoming
         * @property {boolean|null} [requireSignature] ChannelSettings requireSignature
         * @property {boolean|null} [isTest] ChannelSettings isTest
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChannelSettings.
         * @memberof channel
         * @interface IChannelSettings
         * @augments channel.ChannelSettings.$Properties
         * @deprecated Use channel.ChannelSettings.$Properties instead.
         */

        /**
         * Shape of a ChannelSettings.
         * @typedef {channel.ChannelSettings.$Properties} channel.ChannelSettings.$Shape
         */

        /**
         * Constructs a new ChannelSettings.
         * @memberof channel
         * @classdesc Represents a ChannelSettings.
         * @constructor
         * @param {channel.ChannelSettings.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChannelSettings = function (properties) {
            this.agentIds = [];
            this.hiddenErrorCodes = [];
            this.agentKeywords = [];
            this.chatLogEmails = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ChannelSettings id.
         * @member {string} id
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.id = "";

        /**
         * ChannelSettings kind.
         * @member {string} kind
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.kind = "";

        /**
         * ChannelSettings name.
         * @member {string} name
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.name = "";

        /**
         * ChannelSettings random.
         * @member {string} random
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.random = "";

        /**
         * ChannelSettings webhookUrl.
         * @member {string} webhookUrl
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.webhookUrl = "";

        /**
         * ChannelSettings chunked.
         * @member {boolean} chunked
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.chunked = false;

        /**
         * ChannelSettings agentIds.
         * @member {Array.<number>} agentIds
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.agentIds = $util.emptyArray;

        /**
         * ChannelSettings enabled.
         * @member {boolean} enabled
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.enabled = false;

        /**
         * ChannelSettings appendPublicId.
         * @member {boolean} appendPublicId
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.appendPublicId = false;

        /**
         * ChannelSettings strictAnswers.
         * @member {boolean} strictAnswers
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.strictAnswers = false;

        /**
         * ChannelSettings hiddenErrorCodes.
         * @member {Array.<string>} hiddenErrorCodes
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.hiddenErrorCodes = $util.emptyArray;

        /**
         * ChannelSettings agentKeywords.
         * @member {Array.<string>} agentKeywords
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.agentKeywords = $util.emptyArray;

        /**
         * ChannelSettings acceptTimeoutMs.
         * @member {number} acceptTimeoutMs
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.acceptTimeoutMs = 0;

        /**
         * ChannelSettings bot.
         * @member {channel.BotSettings.$Properties|null|undefined} bot
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.bot = null;

        /**
         * ChannelSettings webhooks.
         * @member {channel.WebhookSettings.$Properties|null|undefined} webhooks
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.webhooks = null;

        /**
         * ChannelSettings chatLogEmails.
         * @member {Array.<string>} chatLogEmails
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.chatLogEmails = $util.emptyArray;

        /**
         * ChannelSettings widget.
         * @member {channel.WidgetSettings.$Properties|null|undefined} widget
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.widget = null;

        /**
         * ChannelSettings signingSecret.
         * @member {string|null|undefined} signingSecret
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.signingSecret = null;

        /**
         * ChannelSettings previousSecret.
         * @member {channel.PreviousSecret.$Properties|null|undefined} previousSecret
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.previousSecret = null;

        /**
         * ChannelSettings incoming.
         * @member {channel.SigningSecrets.$Properties|null|undefined} incoming
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.incoming = null;

        /**
         * ChannelSettings requireSignature.
         * @member {boolean} requireSignature
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.requireSignature = false;

        /**
         * ChannelSettings isTest.
         * @member {boolean} isTest
         * @memberof channel.ChannelSettings
         * @instance
         */
        ChannelSettings.prototype.isTest = false;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ChannelSettings.prototype, "_signingSecret", {
            get: $util.oneOfGetter($oneOfFields = ["signingSecret"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified ChannelSettings message. Does not implicitly {@link channel.ChannelSettings.verify|verify} messages.
         * @function encode
         * @memberof channel.ChannelSettings
         * @static
         * @param {channel.ChannelSettings.$Properties} message ChannelSettings message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChannelSettings.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.kind != null && message.kind !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.kind);
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.name);
            if (message.random != null && message.random !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.random);
            if (message.webhookUrl != null && message.webhookUrl !== "")
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.webhookUrl);
            if (message.chunked != null && message.chunked !== false)
                writer.uint32(/* id 6, wireType 0 =*/48).bool(message.chunked);
            if (message.agentIds != null && message.agentIds.length)
                writer.uint32(/* id 7, wireType 2 =*/58).doubles(message.agentIds);
            if (message.enabled != null && message.enabled !== false)
                writer.uint32(/* id 8, wireType 0 =*/64).bool(message.enabled);
            if (message.appendPublicId != null && message.appendPublicId !== false)
                writer.uint32(/* id 9, wireType 0 =*/72).bool(message.appendPublicId);
            if (message.strictAnswers != null && message.strictAnswers !== false)
                writer.uint32(/* id 10, wireType 0 =*/80).bool(message.strictAnswers);
            if (message.hiddenErrorCodes != null && message.hiddenErrorCodes.length)
                for (let i = 0; i < message.hiddenErrorCodes.length; ++i)
                    writer.uint32(/* id 11, wireType 2 =*/90).string(message.hiddenErrorCodes[i]);
            if (message.agentKeywords != null && message.agentKeywords.length)
                for (let i = 0; i < message.agentKeywords.length; ++i)
                    writer.uint32(/* id 12, wireType 2 =*/98).string(message.agentKeywords[i]);
            if (message.acceptTimeoutMs != null && !$Object.is(message.acceptTimeoutMs, 0))
                writer.uint32(/* id 13, wireType 1 =*/105).double(message.acceptTimeoutMs);
            if (message.bot != null)
                $root.channel.BotSettings.encode(message.bot, writer.uint32(/* id 14, wireType 2 =*/114).fork(), _depth + 1).ldelim();
            if (message.webhooks != null)
                $root.channel.WebhookSettings.encode(message.webhooks, writer.uint32(/* id 15, wireType 2 =*/122).fork(), _depth + 1).ldelim();
            if (message.chatLogEmails != null && message.chatLogEmails.length)
                for (let i = 0; i < message.chatLogEmails.length; ++i)
                    writer.uint32(/* id 16, wireType 2 =*/130).string(message.chatLogEmails[i]);
            if (message.widget != null)
                $root.channel.WidgetSettings.encode(message.widget, writer.uint32(/* id 17, wireType 2 =*/138).fork(), _depth + 1).ldelim();
            if (message.signingSecret != null)
                writer.uint32(/* id 18, wireType 2 =*/146).string(message.signingSecret);
            if (message.previousSecret != null)
                $root.channel.PreviousSecret.encode(message.previousSecret, writer.uint32(/* id 19, wireType 2 =*/154).fork(), _depth + 1).ldelim();
            if (message.incoming != null)
                $root.channel.SigningSecrets.encode(message.incoming, writer.uint32(/* id 20, wireType 2 =*/162).fork(), _depth + 1).ldelim();
            if (message.requireSignature != null && message.requireSignature !== false)
                writer.uint32(/* id 21, wireType 0 =*/168).bool(message.requireSignature);
            if (message.isTest != null && message.isTest !== false)
                writer.uint32(/* id 22, wireType 0 =*/176).bool(message.isTest);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChannelSettings message from the specified reader or buffer.
         * @function decode
         * @memberof channel.ChannelSettings
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.ChannelSettings & channel.ChannelSettings.$Shape} ChannelSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChannelSettings.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.ChannelSettings();
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
                            message.kind = value;
                        else
                            delete message.kind;
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
                            message.random = value;
                        else
                            delete message.random;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.webhookUrl = value;
                        else
                            delete message.webhookUrl;
                        continue;
                    }
                case 6: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.chunked = value;
                        else
                            delete message.chunked;
                        continue;
                    }
                case 7: {
                        if (wireType === 2) {
                            if (!(message.agentIds && message.agentIds.length))
                                message.agentIds = [];
                            reader.doubles(message.agentIds);
                            continue;
                        }
                        if (wireType !== 1)
                            break;
                        if (!(message.agentIds && message.agentIds.length))
                            message.agentIds = [];
                        message.agentIds.push(reader.double());
                        continue;
                    }
                case 8: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.enabled = value;
                        else
                            delete message.enabled;
                        continue;
                    }
                case 9: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.appendPublicId = value;
                        else
                            delete message.appendPublicId;
                        continue;
                    }
                case 10: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.strictAnswers = value;
                        else
                            delete message.strictAnswers;
                        continue;
                    }
                case 11: {
                        if (wireType !== 2)
                            break;
                        if (!(message.hiddenErrorCodes && message.hiddenErrorCodes.length))
                            message.hiddenErrorCodes = [];
                        message.hiddenErrorCodes.push(reader.stringVerify());
                        continue;
                    }
                case 12: {
                        if (wireType !== 2)
                            break;
                        if (!(message.agentKeywords && message.agentKeywords.length))
                            message.agentKeywords = [];
                        message.agentKeywords.push(reader.stringVerify());
                        continue;
                    }
                case 13: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.acceptTimeoutMs = value;
                        else
                            delete message.acceptTimeoutMs;
                        continue;
                    }
                case 14: {
                        if (wireType !== 2)
                            break;
                        message.bot = $root.channel.BotSettings.decode(reader, reader.size(), $undefined, _depth + 1, message.bot);
                        continue;
                    }
                case 15: {
                        if (wireType !== 2)
                            break;
                        message.webhooks = $root.channel.WebhookSettings.decode(reader, reader.size(), $undefined, _depth + 1, message.webhooks);
                        continue;
                    }
                case 16: {
                        if (wireType !== 2)
                            break;
                        if (!(message.chatLogEmails && message.chatLogEmails.length))
                            message.chatLogEmails = [];
                        message.chatLogEmails.push(reader.stringVerify());
                        continue;
                    }
                case 17: {
                        if (wireType !== 2)
                            break;
                        message.widget = $root.channel.WidgetSettings.decode(reader, reader.size(), $undefined, _depth + 1, message.widget);
                        continue;
                    }
                case 18: {
                        if (wireType !== 2)
                            break;
                        message.signingSecret = reader.stringVerify();
                        message._signingSecret = "signingSecret";
                        continue;
                    }
                case 19: {
                        if (wireType !== 2)
                            break;
                        message.previousSecret = $root.channel.PreviousSecret.decode(reader, reader.size(), $undefined, _depth + 1, message.previousSecret);
                        continue;
                    }
                case 20: {
                        if (wireType !== 2)
                            break;
                        message.incoming = $root.channel.SigningSecrets.decode(reader, reader.size(), $undefined, _depth + 1, message.incoming);
                        continue;
                    }
                case 21: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.requireSignature = value;
                        else
                            delete message.requireSignature;
                        continue;
                    }
                case 22: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isTest = value;
                        else
                            delete message.isTest;
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

        return ChannelSettings;
    })();

    channel.ChannelContext = (function() {

        /**
         * Properties of a ChannelContext.
         * @typedef {Object} channel.ChannelContext.$Properties
         * @property {channel.ChannelSettings.$Properties|null} [settings] ChannelContext settings
         * @property {Array.<number>|null} [availableAgentIds] ChannelContext availableAgentIds
         * @property {number|null} [declaredBalance] ChannelContext declaredBalance
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChannelContext.
         * @memberof channel
         * @interface IChannelContext
         * @augments channel.ChannelContext.$Properties
         * @deprecated Use channel.ChannelContext.$Properties instead.
         */

        /**
         * Shape of a ChannelContext.
         * @typedef {channel.ChannelContext.$Properties} channel.ChannelContext.$Shape
         */

        /**
         * Constructs a new ChannelContext.
         * @memberof channel
         * @classdesc Represents a ChannelContext.
         * @constructor
         * @param {channel.ChannelContext.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChannelContext = function (properties) {
            this.availableAgentIds = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ChannelContext settings.
         * @member {channel.ChannelSettings.$Properties|null|undefined} settings
         * @memberof channel.ChannelContext
         * @instance
         */
        ChannelContext.prototype.settings = null;

        /**
         * ChannelContext availableAgentIds.
         * @member {Array.<number>} availableAgentIds
         * @memberof channel.ChannelContext
         * @instance
         */
        ChannelContext.prototype.availableAgentIds = $util.emptyArray;

        /**
         * ChannelContext declaredBalance.
         * @member {number|null|undefined} declaredBalance
         * @memberof channel.ChannelContext
         * @instance
         */
        ChannelContext.prototype.declaredBalance = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ChannelContext.prototype, "_declaredBalance", {
            get: $util.oneOfGetter($oneOfFields = ["declaredBalance"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified ChannelContext message. Does not implicitly {@link channel.ChannelContext.verify|verify} messages.
         * @function encode
         * @memberof channel.ChannelContext
         * @static
         * @param {channel.ChannelContext.$Properties} message ChannelContext message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChannelContext.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.settings != null)
                $root.channel.ChannelSettings.encode(message.settings, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
            if (message.availableAgentIds != null && message.availableAgentIds.length)
                writer.uint32(/* id 2, wireType 2 =*/18).doubles(message.availableAgentIds);
            if (message.declaredBalance != null)
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.declaredBalance);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChannelContext message from the specified reader or buffer.
         * @function decode
         * @memberof channel.ChannelContext
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {channel.ChannelContext & channel.ChannelContext.$Shape} ChannelContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChannelContext.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.channel.ChannelContext();
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
                        message.settings = $root.channel.ChannelSettings.decode(reader, reader.size(), $undefined, _depth + 1, message.settings);
                        continue;
                    }
                case 2: {
                        if (wireType === 2) {
                            if (!(message.availableAgentIds && message.availableAgentIds.length))
                                message.availableAgentIds = [];
                            reader.doubles(message.availableAgentIds);
                            continue;
                        }
                        if (wireType !== 1)
                            break;
                        if (!(message.availableAgentIds && message.availableAgentIds.length))
                            message.availableAgentIds = [];
                        message.availableAgentIds.push(reader.double());
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        message.declaredBalance = reader.double();
                        message._declaredBalance = "declaredBalance";
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

        return ChannelContext;
    })();

    return channel;
})();

export const chat = $root.chat = (() => {

    /**
     * Namespace chat.
     * @exports chat
     * @namespace
     */
    const chat = {};

    chat.AgentSignature = (function() {

        /**
         * Properties of an AgentSignature.
         * @typedef {Object} chat.AgentSignature.$Properties
         * @property {number|null} [id] AgentSignature id
         * @property {string|null} [name] AgentSignature name
         * @property {string|null} [photo] AgentSignature photo
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an AgentSignature.
         * @memberof chat
         * @interface IAgentSignature
         * @augments chat.AgentSignature.$Properties
         * @deprecated Use chat.AgentSignature.$Properties instead.
         */

        /**
         * Shape of an AgentSignature.
         * @typedef {chat.AgentSignature.$Properties} chat.AgentSignature.$Shape
         */

        /**
         * Constructs a new AgentSignature.
         * @memberof chat
         * @classdesc Represents an AgentSignature.
         * @constructor
         * @param {chat.AgentSignature.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const AgentSignature = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * AgentSignature id.
         * @member {number} id
         * @memberof chat.AgentSignature
         * @instance
         */
        AgentSignature.prototype.id = 0;

        /**
         * AgentSignature name.
         * @member {string} name
         * @memberof chat.AgentSignature
         * @instance
         */
        AgentSignature.prototype.name = "";

        /**
         * AgentSignature photo.
         * @member {string|null|undefined} photo
         * @memberof chat.AgentSignature
         * @instance
         */
        AgentSignature.prototype.photo = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(AgentSignature.prototype, "_photo", {
            get: $util.oneOfGetter($oneOfFields = ["photo"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified AgentSignature message. Does not implicitly {@link chat.AgentSignature.verify|verify} messages.
         * @function encode
         * @memberof chat.AgentSignature
         * @static
         * @param {chat.AgentSignature.$Properties} message AgentSignature message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        AgentSignature.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && !$Object.is(message.id, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.id);
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.name);
            if (message.photo != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.photo);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an AgentSignature message from the specified reader or buffer.
         * @function decode
         * @memberof chat.AgentSignature
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.AgentSignature & chat.AgentSignature.$Shape} AgentSignature
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        AgentSignature.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.AgentSignature();
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
                            message.id = value;
                        else
                            delete message.id;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.name = value;
                        else
                            delete message.name;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.photo = reader.stringVerify();
                        message._photo = "photo";
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

        return AgentSignature;
    })();

    chat.PageFacts = (function() {

        /**
         * Properties of a PageFacts.
         * @typedef {Object} chat.PageFacts.$Properties
         * @property {string|null} [url] PageFacts url
         * @property {string|null} [title] PageFacts title
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a PageFacts.
         * @memberof chat
         * @interface IPageFacts
         * @augments chat.PageFacts.$Properties
         * @deprecated Use chat.PageFacts.$Properties instead.
         */

        /**
         * Shape of a PageFacts.
         * @typedef {chat.PageFacts.$Properties} chat.PageFacts.$Shape
         */

        /**
         * Constructs a new PageFacts.
         * @memberof chat
         * @classdesc Represents a PageFacts.
         * @constructor
         * @param {chat.PageFacts.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const PageFacts = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * PageFacts url.
         * @member {string} url
         * @memberof chat.PageFacts
         * @instance
         */
        PageFacts.prototype.url = "";

        /**
         * PageFacts title.
         * @member {string|null|undefined} title
         * @memberof chat.PageFacts
         * @instance
         */
        PageFacts.prototype.title = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(PageFacts.prototype, "_title", {
            get: $util.oneOfGetter($oneOfFields = ["title"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified PageFacts message. Does not implicitly {@link chat.PageFacts.verify|verify} messages.
         * @function encode
         * @memberof chat.PageFacts
         * @static
         * @param {chat.PageFacts.$Properties} message PageFacts message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        PageFacts.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.url != null && message.url !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.url);
            if (message.title != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.title);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a PageFacts message from the specified reader or buffer.
         * @function decode
         * @memberof chat.PageFacts
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.PageFacts & chat.PageFacts.$Shape} PageFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        PageFacts.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.PageFacts();
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
                            message.url = value;
                        else
                            delete message.url;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.title = reader.stringVerify();
                        message._title = "title";
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

        return PageFacts;
    })();

    chat.UtmFacts = (function() {

        /**
         * Properties of an UtmFacts.
         * @typedef {Object} chat.UtmFacts.$Properties
         * @property {string|null} [source] UtmFacts source
         * @property {string|null} [campaign] UtmFacts campaign
         * @property {string|null} [content] UtmFacts content
         * @property {string|null} [medium] UtmFacts medium
         * @property {string|null} [term] UtmFacts term
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an UtmFacts.
         * @memberof chat
         * @interface IUtmFacts
         * @augments chat.UtmFacts.$Properties
         * @deprecated Use chat.UtmFacts.$Properties instead.
         */

        /**
         * Shape of an UtmFacts.
         * @typedef {chat.UtmFacts.$Properties} chat.UtmFacts.$Shape
         */

        /**
         * Constructs a new UtmFacts.
         * @memberof chat
         * @classdesc Represents an UtmFacts.
         * @constructor
         * @param {chat.UtmFacts.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const UtmFacts = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * UtmFacts source.
         * @member {string} source
         * @memberof chat.UtmFacts
         * @instance
         */
        UtmFacts.prototype.source = "";

        /**
         * UtmFacts campaign.
         * @member {string} campaign
         * @memberof chat.UtmFacts
         * @instance
         */
        UtmFacts.prototype.campaign = "";

        /**
         * UtmFacts content.
         * @member {string} content
         * @memberof chat.UtmFacts
         * @instance
         */
        UtmFacts.prototype.content = "";

        /**
         * UtmFacts medium.
         * @member {string} medium
         * @memberof chat.UtmFacts
         * @instance
         */
        UtmFacts.prototype.medium = "";

        /**
         * UtmFacts term.
         * @member {string} term
         * @memberof chat.UtmFacts
         * @instance
         */
        UtmFacts.prototype.term = "";

        /**
         * Encodes the specified UtmFacts message. Does not implicitly {@link chat.UtmFacts.verify|verify} messages.
         * @function encode
         * @memberof chat.UtmFacts
         * @static
         * @param {chat.UtmFacts.$Properties} message UtmFacts message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        UtmFacts.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.source != null && message.source !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.source);
            if (message.campaign != null && message.campaign !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.campaign);
            if (message.content != null && message.content !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.content);
            if (message.medium != null && message.medium !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.medium);
            if (message.term != null && message.term !== "")
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.term);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an UtmFacts message from the specified reader or buffer.
         * @function decode
         * @memberof chat.UtmFacts
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.UtmFacts & chat.UtmFacts.$Shape} UtmFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        UtmFacts.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.UtmFacts();
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
                            message.source = value;
                        else
                            delete message.source;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.campaign = value;
                        else
                            delete message.campaign;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.content = value;
                        else
                            delete message.content;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.medium = value;
                        else
                            delete message.medium;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.term = value;
                        else
                            delete message.term;
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

        return UtmFacts;
    })();

    chat.GeoFacts = (function() {

        /**
         * Properties of a GeoFacts.
         * @typedef {Object} chat.GeoFacts.$Properties
         * @property {string|null} [region_code] GeoFacts region_code
         * @property {string|null} [country] GeoFacts country
         * @property {string|null} [country_code] GeoFacts country_code
         * @property {string|null} [region] GeoFacts region
         * @property {string|null} [city] GeoFacts city
         * @property {string|null} [latitude] GeoFacts latitude
         * @property {string|null} [longitude] GeoFacts longitude
         * @property {string|null} [organization] GeoFacts organization
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a GeoFacts.
         * @memberof chat
         * @interface IGeoFacts
         * @augments chat.GeoFacts.$Properties
         * @deprecated Use chat.GeoFacts.$Properties instead.
         */

        /**
         * Shape of a GeoFacts.
         * @typedef {chat.GeoFacts.$Properties} chat.GeoFacts.$Shape
         */

        /**
         * Constructs a new GeoFacts.
         * @memberof chat
         * @classdesc Represents a GeoFacts.
         * @constructor
         * @param {chat.GeoFacts.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const GeoFacts = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * GeoFacts region_code.
         * @member {string} region_code
         * @memberof chat.GeoFacts
         * @instance
         */
        GeoFacts.prototype.region_code = "";

        /**
         * GeoFacts country.
         * @member {string} country
         * @memberof chat.GeoFacts
         * @instance
         */
        GeoFacts.prototype.country = "";

        /**
         * GeoFacts country_code.
         * @member {string} country_code
         * @memberof chat.GeoFacts
         * @instance
         */
        GeoFacts.prototype.country_code = "";

        /**
         * GeoFacts region.
         * @member {string} region
         * @memberof chat.GeoFacts
         * @instance
         */
        GeoFacts.prototype.region = "";

        /**
         * GeoFacts city.
         * @member {string} city
         * @memberof chat.GeoFacts
         * @instance
         */
        GeoFacts.prototype.city = "";

        /**
         * GeoFacts latitude.
         * @member {string} latitude
         * @memberof chat.GeoFacts
         * @instance
         */
        GeoFacts.prototype.latitude = "";

        /**
         * GeoFacts longitude.
         * @member {string} longitude
         * @memberof chat.GeoFacts
         * @instance
         */
        GeoFacts.prototype.longitude = "";

        /**
         * GeoFacts organization.
         * @member {string} organization
         * @memberof chat.GeoFacts
         * @instance
         */
        GeoFacts.prototype.organization = "";

        /**
         * Encodes the specified GeoFacts message. Does not implicitly {@link chat.GeoFacts.verify|verify} messages.
         * @function encode
         * @memberof chat.GeoFacts
         * @static
         * @param {chat.GeoFacts.$Properties} message GeoFacts message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        GeoFacts.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.region_code != null && message.region_code !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.region_code);
            if (message.country != null && message.country !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.country);
            if (message.country_code != null && message.country_code !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.country_code);
            if (message.region != null && message.region !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.region);
            if (message.city != null && message.city !== "")
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.city);
            if (message.latitude != null && message.latitude !== "")
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.latitude);
            if (message.longitude != null && message.longitude !== "")
                writer.uint32(/* id 7, wireType 2 =*/58).string(message.longitude);
            if (message.organization != null && message.organization !== "")
                writer.uint32(/* id 8, wireType 2 =*/66).string(message.organization);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a GeoFacts message from the specified reader or buffer.
         * @function decode
         * @memberof chat.GeoFacts
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.GeoFacts & chat.GeoFacts.$Shape} GeoFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        GeoFacts.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.GeoFacts();
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
                            message.region_code = value;
                        else
                            delete message.region_code;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.country = value;
                        else
                            delete message.country;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.country_code = value;
                        else
                            delete message.country_code;
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.region = value;
                        else
                            delete message.region;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.city = value;
                        else
                            delete message.city;
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.latitude = value;
                        else
                            delete message.latitude;
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.longitude = value;
                        else
                            delete message.longitude;
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.organization = value;
                        else
                            delete message.organization;
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

        return GeoFacts;
    })();

    chat.SessionFacts = (function() {

        /**
         * Properties of a SessionFacts.
         * @typedef {Object} chat.SessionFacts.$Properties
         * @property {string|null} [ipAddress] SessionFacts ipAddress
         * @property {string|null} [userAgent] SessionFacts userAgent
         * @property {chat.UtmFacts.$Properties|null} [utm] SessionFacts utm
         * @property {chat.GeoFacts.$Properties|null} [geo] SessionFacts geo
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a SessionFacts.
         * @memberof chat
         * @interface ISessionFacts
         * @augments chat.SessionFacts.$Properties
         * @deprecated Use chat.SessionFacts.$Properties instead.
         */

        /**
         * Shape of a SessionFacts.
         * @typedef {chat.SessionFacts.$Properties} chat.SessionFacts.$Shape
         */

        /**
         * Constructs a new SessionFacts.
         * @memberof chat
         * @classdesc Represents a SessionFacts.
         * @constructor
         * @param {chat.SessionFacts.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const SessionFacts = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * SessionFacts ipAddress.
         * @member {string} ipAddress
         * @memberof chat.SessionFacts
         * @instance
         */
        SessionFacts.prototype.ipAddress = "";

        /**
         * SessionFacts userAgent.
         * @member {string} userAgent
         * @memberof chat.SessionFacts
         * @instance
         */
        SessionFacts.prototype.userAgent = "";

        /**
         * SessionFacts utm.
         * @member {chat.UtmFacts.$Properties|null|undefined} utm
         * @memberof chat.SessionFacts
         * @instance
         */
        SessionFacts.prototype.utm = null;

        /**
         * SessionFacts geo.
         * @member {chat.GeoFacts.$Properties|null|undefined} geo
         * @memberof chat.SessionFacts
         * @instance
         */
        SessionFacts.prototype.geo = null;

        /**
         * Encodes the specified SessionFacts message. Does not implicitly {@link chat.SessionFacts.verify|verify} messages.
         * @function encode
         * @memberof chat.SessionFacts
         * @static
         * @param {chat.SessionFacts.$Properties} message SessionFacts message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        SessionFacts.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.ipAddress != null && message.ipAddress !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.ipAddress);
            if (message.userAgent != null && message.userAgent !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.userAgent);
            if (message.utm != null)
                $root.chat.UtmFacts.encode(message.utm, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.geo != null)
                $root.chat.GeoFacts.encode(message.geo, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a SessionFacts message from the specified reader or buffer.
         * @function decode
         * @memberof chat.SessionFacts
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.SessionFacts & chat.SessionFacts.$Shape} SessionFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        SessionFacts.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.SessionFacts();
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
                            message.ipAddress = value;
                        else
                            delete message.ipAddress;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.userAgent = value;
                        else
                            delete message.userAgent;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.utm = $root.chat.UtmFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.utm);
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.geo = $root.chat.GeoFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.geo);
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

        return SessionFacts;
    })();

    chat.CustomDataRow = (function() {

        /**
         * Properties of a CustomDataRow.
         * @typedef {Object} chat.CustomDataRow.$Properties
         * @property {string|null} [title] CustomDataRow title
         * @property {string|null} [content] CustomDataRow content
         * @property {string|null} [key] CustomDataRow key
         * @property {string|null} [link] CustomDataRow link
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a CustomDataRow.
         * @memberof chat
         * @interface ICustomDataRow
         * @augments chat.CustomDataRow.$Properties
         * @deprecated Use chat.CustomDataRow.$Properties instead.
         */

        /**
         * Shape of a CustomDataRow.
         * @typedef {chat.CustomDataRow.$Properties} chat.CustomDataRow.$Shape
         */

        /**
         * Constructs a new CustomDataRow.
         * @memberof chat
         * @classdesc Represents a CustomDataRow.
         * @constructor
         * @param {chat.CustomDataRow.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const CustomDataRow = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * CustomDataRow title.
         * @member {string|null|undefined} title
         * @memberof chat.CustomDataRow
         * @instance
         */
        CustomDataRow.prototype.title = null;

        /**
         * CustomDataRow content.
         * @member {string|null|undefined} content
         * @memberof chat.CustomDataRow
         * @instance
         */
        CustomDataRow.prototype.content = null;

        /**
         * CustomDataRow key.
         * @member {string|null|undefined} key
         * @memberof chat.CustomDataRow
         * @instance
         */
        CustomDataRow.prototype.key = null;

        /**
         * CustomDataRow link.
         * @member {string|null|undefined} link
         * @memberof chat.CustomDataRow
         * @instance
         */
        CustomDataRow.prototype.link = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CustomDataRow.prototype, "_title", {
            get: $util.oneOfGetter($oneOfFields = ["title"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CustomDataRow.prototype, "_content", {
            get: $util.oneOfGetter($oneOfFields = ["content"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CustomDataRow.prototype, "_key", {
            get: $util.oneOfGetter($oneOfFields = ["key"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CustomDataRow.prototype, "_link", {
            get: $util.oneOfGetter($oneOfFields = ["link"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified CustomDataRow message. Does not implicitly {@link chat.CustomDataRow.verify|verify} messages.
         * @function encode
         * @memberof chat.CustomDataRow
         * @static
         * @param {chat.CustomDataRow.$Properties} message CustomDataRow message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        CustomDataRow.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.title != null)
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.title);
            if (message.content != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.content);
            if (message.key != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.key);
            if (message.link != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.link);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a CustomDataRow message from the specified reader or buffer.
         * @function decode
         * @memberof chat.CustomDataRow
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.CustomDataRow & chat.CustomDataRow.$Shape} CustomDataRow
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        CustomDataRow.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.CustomDataRow();
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
                        message.title = reader.stringVerify();
                        message._title = "title";
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.content = reader.stringVerify();
                        message._content = "content";
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.key = reader.stringVerify();
                        message._key = "key";
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.link = reader.stringVerify();
                        message._link = "link";
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

        return CustomDataRow;
    })();

    chat.ProvedFacts = (function() {

        /**
         * Properties of a ProvedFacts.
         * @typedef {Object} chat.ProvedFacts.$Properties
         * @property {string|null} [id] ProvedFacts id
         * @property {string|null} [name] ProvedFacts name
         * @property {string|null} [email] ProvedFacts email
         * @property {string|null} [phone] ProvedFacts phone
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ProvedFacts.
         * @memberof chat
         * @interface IProvedFacts
         * @augments chat.ProvedFacts.$Properties
         * @deprecated Use chat.ProvedFacts.$Properties instead.
         */

        /**
         * Shape of a ProvedFacts.
         * @typedef {chat.ProvedFacts.$Properties} chat.ProvedFacts.$Shape
         */

        /**
         * Constructs a new ProvedFacts.
         * @memberof chat
         * @classdesc Represents a ProvedFacts.
         * @constructor
         * @param {chat.ProvedFacts.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ProvedFacts = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ProvedFacts id.
         * @member {string} id
         * @memberof chat.ProvedFacts
         * @instance
         */
        ProvedFacts.prototype.id = "";

        /**
         * ProvedFacts name.
         * @member {string|null|undefined} name
         * @memberof chat.ProvedFacts
         * @instance
         */
        ProvedFacts.prototype.name = null;

        /**
         * ProvedFacts email.
         * @member {string|null|undefined} email
         * @memberof chat.ProvedFacts
         * @instance
         */
        ProvedFacts.prototype.email = null;

        /**
         * ProvedFacts phone.
         * @member {string|null|undefined} phone
         * @memberof chat.ProvedFacts
         * @instance
         */
        ProvedFacts.prototype.phone = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ProvedFacts.prototype, "_name", {
            get: $util.oneOfGetter($oneOfFields = ["name"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ProvedFacts.prototype, "_email", {
            get: $util.oneOfGetter($oneOfFields = ["email"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ProvedFacts.prototype, "_phone", {
            get: $util.oneOfGetter($oneOfFields = ["phone"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified ProvedFacts message. Does not implicitly {@link chat.ProvedFacts.verify|verify} messages.
         * @function encode
         * @memberof chat.ProvedFacts
         * @static
         * @param {chat.ProvedFacts.$Properties} message ProvedFacts message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ProvedFacts.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.name != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.name);
            if (message.email != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.email);
            if (message.phone != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.phone);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ProvedFacts message from the specified reader or buffer.
         * @function decode
         * @memberof chat.ProvedFacts
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.ProvedFacts & chat.ProvedFacts.$Shape} ProvedFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ProvedFacts.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.ProvedFacts();
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
                        message.name = reader.stringVerify();
                        message._name = "name";
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.email = reader.stringVerify();
                        message._email = "email";
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.phone = reader.stringVerify();
                        message._phone = "phone";
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

        return ProvedFacts;
    })();

    chat.ClientFacts = (function() {

        /**
         * Properties of a ClientFacts.
         * @typedef {Object} chat.ClientFacts.$Properties
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
         * @property {chat.SessionFacts.$Properties|null} [session] ClientFacts session
         * @property {number|null} [chatsCount] ClientFacts chatsCount
         * @property {boolean|null} [isBlacklisted] ClientFacts isBlacklisted
         * @property {Array.<chat.CustomDataRow.$Properties>|null} [pageData] ClientFacts pageData
         * @property {chat.ProvedFacts.$Properties|null} [proved] ClientFacts proved
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ClientFacts.
         * @memberof chat
         * @interface IClientFacts
         * @augments chat.ClientFacts.$Properties
         * @deprecated Use chat.ClientFacts.$Properties instead.
         */

        /**
         * Shape of a ClientFacts.
         * @typedef {chat.ClientFacts.$Properties} chat.ClientFacts.$Shape
         */

        /**
         * Constructs a new ClientFacts.
         * @memberof chat
         * @classdesc Represents a ClientFacts.
         * @constructor
         * @param {chat.ClientFacts.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ClientFacts = function (properties) {
            this.pageData = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ClientFacts senderId.
         * @member {string} senderId
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.senderId = "";

        /**
         * ClientFacts senderIdKind.
         * @member {string} senderIdKind
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.senderIdKind = "";

        /**
         * ClientFacts number.
         * @member {number} number
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.number = 0;

        /**
         * ClientFacts name.
         * @member {string|null|undefined} name
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.name = null;

        /**
         * ClientFacts phone.
         * @member {string|null|undefined} phone
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.phone = null;

        /**
         * ClientFacts email.
         * @member {string|null|undefined} email
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.email = null;

        /**
         * ClientFacts photo.
         * @member {string|null|undefined} photo
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.photo = null;

        /**
         * ClientFacts description.
         * @member {string|null|undefined} description
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.description = null;

        /**
         * ClientFacts url.
         * @member {string|null|undefined} url
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.url = null;

        /**
         * ClientFacts pageTitle.
         * @member {string|null|undefined} pageTitle
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.pageTitle = null;

        /**
         * ClientFacts userToken.
         * @member {string|null|undefined} userToken
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.userToken = null;

        /**
         * ClientFacts session.
         * @member {chat.SessionFacts.$Properties|null|undefined} session
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.session = null;

        /**
         * ClientFacts chatsCount.
         * @member {number} chatsCount
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.chatsCount = 0;

        /**
         * ClientFacts isBlacklisted.
         * @member {boolean} isBlacklisted
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.isBlacklisted = false;

        /**
         * ClientFacts pageData.
         * @member {Array.<chat.CustomDataRow.$Properties>} pageData
         * @memberof chat.ClientFacts
         * @instance
         */
        ClientFacts.prototype.pageData = $util.emptyArray;

        /**
         * ClientFacts proved.
         * @member {chat.ProvedFacts.$Properties|null|undefined} proved
         * @memberof chat.ClientFacts
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

        /**
         * Encodes the specified ClientFacts message. Does not implicitly {@link chat.ClientFacts.verify|verify} messages.
         * @function encode
         * @memberof chat.ClientFacts
         * @static
         * @param {chat.ClientFacts.$Properties} message ClientFacts message or plain object to encode
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
                $root.chat.SessionFacts.encode(message.session, writer.uint32(/* id 12, wireType 2 =*/98).fork(), _depth + 1).ldelim();
            if (message.chatsCount != null && message.chatsCount !== 0)
                writer.uint32(/* id 13, wireType 0 =*/104).uint32(message.chatsCount);
            if (message.isBlacklisted != null && message.isBlacklisted !== false)
                writer.uint32(/* id 14, wireType 0 =*/112).bool(message.isBlacklisted);
            if (message.pageData != null && message.pageData.length)
                for (let i = 0; i < message.pageData.length; ++i)
                    $root.chat.CustomDataRow.encode(message.pageData[i], writer.uint32(/* id 15, wireType 2 =*/122).fork(), _depth + 1).ldelim();
            if (message.proved != null)
                $root.chat.ProvedFacts.encode(message.proved, writer.uint32(/* id 16, wireType 2 =*/130).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ClientFacts message from the specified reader or buffer.
         * @function decode
         * @memberof chat.ClientFacts
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.ClientFacts & chat.ClientFacts.$Shape} ClientFacts
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
            message = _target || new $root.chat.ClientFacts();
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
                        message.session = $root.chat.SessionFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.session);
                        continue;
                    }
                case 13: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
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
                        if (!(message.pageData && message.pageData.length))
                            message.pageData = [];
                        message.pageData.push($root.chat.CustomDataRow.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 16: {
                        if (wireType !== 2)
                            break;
                        message.proved = $root.chat.ProvedFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.proved);
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

    chat.ChatOffer = (function() {

        /**
         * Properties of a ChatOffer.
         * @typedef {Object} chat.ChatOffer.$Properties
         * @property {string|null} [kind] ChatOffer kind
         * @property {number|null} [id] ChatOffer id
         * @property {string|null} [name] ChatOffer name
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChatOffer.
         * @memberof chat
         * @interface IChatOffer
         * @augments chat.ChatOffer.$Properties
         * @deprecated Use chat.ChatOffer.$Properties instead.
         */

        /**
         * Shape of a ChatOffer.
         * @typedef {chat.ChatOffer.$Properties} chat.ChatOffer.$Shape
         */

        /**
         * Constructs a new ChatOffer.
         * @memberof chat
         * @classdesc Represents a ChatOffer.
         * @constructor
         * @param {chat.ChatOffer.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChatOffer = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ChatOffer kind.
         * @member {string} kind
         * @memberof chat.ChatOffer
         * @instance
         */
        ChatOffer.prototype.kind = "";

        /**
         * ChatOffer id.
         * @member {number} id
         * @memberof chat.ChatOffer
         * @instance
         */
        ChatOffer.prototype.id = 0;

        /**
         * ChatOffer name.
         * @member {string} name
         * @memberof chat.ChatOffer
         * @instance
         */
        ChatOffer.prototype.name = "";

        /**
         * Encodes the specified ChatOffer message. Does not implicitly {@link chat.ChatOffer.verify|verify} messages.
         * @function encode
         * @memberof chat.ChatOffer
         * @static
         * @param {chat.ChatOffer.$Properties} message ChatOffer message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChatOffer.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.kind != null && message.kind !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.kind);
            if (message.id != null && !$Object.is(message.id, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.id);
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.name);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChatOffer message from the specified reader or buffer.
         * @function decode
         * @memberof chat.ChatOffer
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.ChatOffer & chat.ChatOffer.$Shape} ChatOffer
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChatOffer.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.ChatOffer();
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
                            message.kind = value;
                        else
                            delete message.kind;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.id = value;
                        else
                            delete message.id;
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

        return ChatOffer;
    })();

    chat.ChatDepartment = (function() {

        /**
         * Properties of a ChatDepartment.
         * @typedef {Object} chat.ChatDepartment.$Properties
         * @property {number|null} [id] ChatDepartment id
         * @property {string|null} [name] ChatDepartment name
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChatDepartment.
         * @memberof chat
         * @interface IChatDepartment
         * @augments chat.ChatDepartment.$Properties
         * @deprecated Use chat.ChatDepartment.$Properties instead.
         */

        /**
         * Shape of a ChatDepartment.
         * @typedef {chat.ChatDepartment.$Properties} chat.ChatDepartment.$Shape
         */

        /**
         * Constructs a new ChatDepartment.
         * @memberof chat
         * @classdesc Represents a ChatDepartment.
         * @constructor
         * @param {chat.ChatDepartment.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChatDepartment = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ChatDepartment id.
         * @member {number} id
         * @memberof chat.ChatDepartment
         * @instance
         */
        ChatDepartment.prototype.id = 0;

        /**
         * ChatDepartment name.
         * @member {string} name
         * @memberof chat.ChatDepartment
         * @instance
         */
        ChatDepartment.prototype.name = "";

        /**
         * Encodes the specified ChatDepartment message. Does not implicitly {@link chat.ChatDepartment.verify|verify} messages.
         * @function encode
         * @memberof chat.ChatDepartment
         * @static
         * @param {chat.ChatDepartment.$Properties} message ChatDepartment message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChatDepartment.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && !$Object.is(message.id, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.id);
            if (message.name != null && message.name !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.name);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChatDepartment message from the specified reader or buffer.
         * @function decode
         * @memberof chat.ChatDepartment
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.ChatDepartment & chat.ChatDepartment.$Shape} ChatDepartment
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChatDepartment.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.ChatDepartment();
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
                            message.id = value;
                        else
                            delete message.id;
                        continue;
                    }
                case 2: {
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

        return ChatDepartment;
    })();

    chat.OutboundLane = (function() {

        /**
         * Properties of an OutboundLane.
         * @typedef {Object} chat.OutboundLane.$Properties
         * @property {string|null} [active] OutboundLane active
         * @property {Array.<string>|null} [waiting] OutboundLane waiting
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an OutboundLane.
         * @memberof chat
         * @interface IOutboundLane
         * @augments chat.OutboundLane.$Properties
         * @deprecated Use chat.OutboundLane.$Properties instead.
         */

        /**
         * Shape of an OutboundLane.
         * @typedef {chat.OutboundLane.$Properties} chat.OutboundLane.$Shape
         */

        /**
         * Constructs a new OutboundLane.
         * @memberof chat
         * @classdesc Represents an OutboundLane.
         * @constructor
         * @param {chat.OutboundLane.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const OutboundLane = function (properties) {
            this.waiting = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * OutboundLane active.
         * @member {string|null|undefined} active
         * @memberof chat.OutboundLane
         * @instance
         */
        OutboundLane.prototype.active = null;

        /**
         * OutboundLane waiting.
         * @member {Array.<string>} waiting
         * @memberof chat.OutboundLane
         * @instance
         */
        OutboundLane.prototype.waiting = $util.emptyArray;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(OutboundLane.prototype, "_active", {
            get: $util.oneOfGetter($oneOfFields = ["active"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified OutboundLane message. Does not implicitly {@link chat.OutboundLane.verify|verify} messages.
         * @function encode
         * @memberof chat.OutboundLane
         * @static
         * @param {chat.OutboundLane.$Properties} message OutboundLane message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        OutboundLane.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.active != null)
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.active);
            if (message.waiting != null && message.waiting.length)
                for (let i = 0; i < message.waiting.length; ++i)
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.waiting[i]);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an OutboundLane message from the specified reader or buffer.
         * @function decode
         * @memberof chat.OutboundLane
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.OutboundLane & chat.OutboundLane.$Shape} OutboundLane
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        OutboundLane.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.OutboundLane();
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
                        message.active = reader.stringVerify();
                        message._active = "active";
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.waiting && message.waiting.length))
                            message.waiting = [];
                        message.waiting.push(reader.stringVerify());
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

        return OutboundLane;
    })();

    chat.MessageButton = (function() {

        /**
         * Properties of a MessageButton.
         * @typedef {Object} chat.MessageButton.$Properties
         * @property {string|null} [text] MessageButton text
         * @property {string|null} [id] MessageButton id
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a MessageButton.
         * @memberof chat
         * @interface IMessageButton
         * @augments chat.MessageButton.$Properties
         * @deprecated Use chat.MessageButton.$Properties instead.
         */

        /**
         * Shape of a MessageButton.
         * @typedef {chat.MessageButton.$Properties} chat.MessageButton.$Shape
         */

        /**
         * Constructs a new MessageButton.
         * @memberof chat
         * @classdesc Represents a MessageButton.
         * @constructor
         * @param {chat.MessageButton.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const MessageButton = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * MessageButton text.
         * @member {string} text
         * @memberof chat.MessageButton
         * @instance
         */
        MessageButton.prototype.text = "";

        /**
         * MessageButton id.
         * @member {string|null|undefined} id
         * @memberof chat.MessageButton
         * @instance
         */
        MessageButton.prototype.id = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MessageButton.prototype, "_id", {
            get: $util.oneOfGetter($oneOfFields = ["id"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified MessageButton message. Does not implicitly {@link chat.MessageButton.verify|verify} messages.
         * @function encode
         * @memberof chat.MessageButton
         * @static
         * @param {chat.MessageButton.$Properties} message MessageButton message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        MessageButton.encode = function (message, writer, _depth) {
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
         * Decodes a MessageButton message from the specified reader or buffer.
         * @function decode
         * @memberof chat.MessageButton
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.MessageButton & chat.MessageButton.$Shape} MessageButton
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        MessageButton.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.MessageButton();
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

        return MessageButton;
    })();

    chat.LiveButtons = (function() {

        /**
         * Properties of a LiveButtons.
         * @typedef {Object} chat.LiveButtons.$Properties
         * @property {number|null} [messageSeq] LiveButtons messageSeq
         * @property {Array.<chat.MessageButton.$Properties>|null} [buttons] LiveButtons buttons
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a LiveButtons.
         * @memberof chat
         * @interface ILiveButtons
         * @augments chat.LiveButtons.$Properties
         * @deprecated Use chat.LiveButtons.$Properties instead.
         */

        /**
         * Shape of a LiveButtons.
         * @typedef {chat.LiveButtons.$Properties} chat.LiveButtons.$Shape
         */

        /**
         * Constructs a new LiveButtons.
         * @memberof chat
         * @classdesc Represents a LiveButtons.
         * @constructor
         * @param {chat.LiveButtons.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const LiveButtons = function (properties) {
            this.buttons = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * LiveButtons messageSeq.
         * @member {number} messageSeq
         * @memberof chat.LiveButtons
         * @instance
         */
        LiveButtons.prototype.messageSeq = 0;

        /**
         * LiveButtons buttons.
         * @member {Array.<chat.MessageButton.$Properties>} buttons
         * @memberof chat.LiveButtons
         * @instance
         */
        LiveButtons.prototype.buttons = $util.emptyArray;

        /**
         * Encodes the specified LiveButtons message. Does not implicitly {@link chat.LiveButtons.verify|verify} messages.
         * @function encode
         * @memberof chat.LiveButtons
         * @static
         * @param {chat.LiveButtons.$Properties} message LiveButtons message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        LiveButtons.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.messageSeq != null && message.messageSeq !== 0)
                writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.messageSeq);
            if (message.buttons != null && message.buttons.length)
                for (let i = 0; i < message.buttons.length; ++i)
                    $root.chat.MessageButton.encode(message.buttons[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a LiveButtons message from the specified reader or buffer.
         * @function decode
         * @memberof chat.LiveButtons
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.LiveButtons & chat.LiveButtons.$Shape} LiveButtons
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        LiveButtons.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.LiveButtons();
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
                            message.messageSeq = value;
                        else
                            delete message.messageSeq;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.buttons && message.buttons.length))
                            message.buttons = [];
                        message.buttons.push($root.chat.MessageButton.decode(reader, reader.size(), $undefined, _depth + 1));
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

        return LiveButtons;
    })();

    chat.CrmFacts = (function() {

        /**
         * Properties of a CrmFacts.
         * @typedef {Object} chat.CrmFacts.$Properties
         * @property {boolean|null} [isOfAcceptance] CrmFacts isOfAcceptance
         * @property {Array.<chat.CustomDataRow.$Properties>|null} [customData] CrmFacts customData
         * @property {string|null} [crmLink] CrmFacts crmLink
         * @property {boolean|null} [enableAssign] CrmFacts enableAssign
         * @property {boolean|null} [isAssigned] CrmFacts isAssigned
         * @property {chat.PageFacts.$Properties|null} [page] CrmFacts page
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a CrmFacts.
         * @memberof chat
         * @interface ICrmFacts
         * @augments chat.CrmFacts.$Properties
         * @deprecated Use chat.CrmFacts.$Properties instead.
         */

        /**
         * Shape of a CrmFacts.
         * @typedef {chat.CrmFacts.$Properties} chat.CrmFacts.$Shape
         */

        /**
         * Constructs a new CrmFacts.
         * @memberof chat
         * @classdesc Represents a CrmFacts.
         * @constructor
         * @param {chat.CrmFacts.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const CrmFacts = function (properties) {
            this.customData = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * CrmFacts isOfAcceptance.
         * @member {boolean} isOfAcceptance
         * @memberof chat.CrmFacts
         * @instance
         */
        CrmFacts.prototype.isOfAcceptance = false;

        /**
         * CrmFacts customData.
         * @member {Array.<chat.CustomDataRow.$Properties>} customData
         * @memberof chat.CrmFacts
         * @instance
         */
        CrmFacts.prototype.customData = $util.emptyArray;

        /**
         * CrmFacts crmLink.
         * @member {string|null|undefined} crmLink
         * @memberof chat.CrmFacts
         * @instance
         */
        CrmFacts.prototype.crmLink = null;

        /**
         * CrmFacts enableAssign.
         * @member {boolean} enableAssign
         * @memberof chat.CrmFacts
         * @instance
         */
        CrmFacts.prototype.enableAssign = false;

        /**
         * CrmFacts isAssigned.
         * @member {boolean} isAssigned
         * @memberof chat.CrmFacts
         * @instance
         */
        CrmFacts.prototype.isAssigned = false;

        /**
         * CrmFacts page.
         * @member {chat.PageFacts.$Properties|null|undefined} page
         * @memberof chat.CrmFacts
         * @instance
         */
        CrmFacts.prototype.page = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(CrmFacts.prototype, "_crmLink", {
            get: $util.oneOfGetter($oneOfFields = ["crmLink"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified CrmFacts message. Does not implicitly {@link chat.CrmFacts.verify|verify} messages.
         * @function encode
         * @memberof chat.CrmFacts
         * @static
         * @param {chat.CrmFacts.$Properties} message CrmFacts message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        CrmFacts.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.isOfAcceptance != null && message.isOfAcceptance !== false)
                writer.uint32(/* id 1, wireType 0 =*/8).bool(message.isOfAcceptance);
            if (message.customData != null && message.customData.length)
                for (let i = 0; i < message.customData.length; ++i)
                    $root.chat.CustomDataRow.encode(message.customData[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.crmLink != null)
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.crmLink);
            if (message.enableAssign != null && message.enableAssign !== false)
                writer.uint32(/* id 4, wireType 0 =*/32).bool(message.enableAssign);
            if (message.isAssigned != null && message.isAssigned !== false)
                writer.uint32(/* id 5, wireType 0 =*/40).bool(message.isAssigned);
            if (message.page != null)
                $root.chat.PageFacts.encode(message.page, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a CrmFacts message from the specified reader or buffer.
         * @function decode
         * @memberof chat.CrmFacts
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.CrmFacts & chat.CrmFacts.$Shape} CrmFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        CrmFacts.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.CrmFacts();
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
                            message.isOfAcceptance = value;
                        else
                            delete message.isOfAcceptance;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.customData && message.customData.length))
                            message.customData = [];
                        message.customData.push($root.chat.CustomDataRow.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.crmLink = reader.stringVerify();
                        message._crmLink = "crmLink";
                        continue;
                    }
                case 4: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.enableAssign = value;
                        else
                            delete message.enableAssign;
                        continue;
                    }
                case 5: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isAssigned = value;
                        else
                            delete message.isAssigned;
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        message.page = $root.chat.PageFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.page);
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

        return CrmFacts;
    })();

    chat.FailedMessage = (function() {

        /**
         * Properties of a FailedMessage.
         * @typedef {Object} chat.FailedMessage.$Properties
         * @property {string|null} [deliveryId] FailedMessage deliveryId
         * @property {number|null} [seq] FailedMessage seq
         * @property {number|null} [agentId] FailedMessage agentId
         * @property {number|null} [atMs] FailedMessage atMs
         * @property {number|null} [knownSeq] FailedMessage knownSeq
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a FailedMessage.
         * @memberof chat
         * @interface IFailedMessage
         * @augments chat.FailedMessage.$Properties
         * @deprecated Use chat.FailedMessage.$Properties instead.
         */

        /**
         * Shape of a FailedMessage.
         * @typedef {chat.FailedMessage.$Properties} chat.FailedMessage.$Shape
         */

        /**
         * Constructs a new FailedMessage.
         * @memberof chat
         * @classdesc Represents a FailedMessage.
         * @constructor
         * @param {chat.FailedMessage.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const FailedMessage = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * FailedMessage deliveryId.
         * @member {string} deliveryId
         * @memberof chat.FailedMessage
         * @instance
         */
        FailedMessage.prototype.deliveryId = "";

        /**
         * FailedMessage seq.
         * @member {number} seq
         * @memberof chat.FailedMessage
         * @instance
         */
        FailedMessage.prototype.seq = 0;

        /**
         * FailedMessage agentId.
         * @member {number} agentId
         * @memberof chat.FailedMessage
         * @instance
         */
        FailedMessage.prototype.agentId = 0;

        /**
         * FailedMessage atMs.
         * @member {number} atMs
         * @memberof chat.FailedMessage
         * @instance
         */
        FailedMessage.prototype.atMs = 0;

        /**
         * FailedMessage knownSeq.
         * @member {number} knownSeq
         * @memberof chat.FailedMessage
         * @instance
         */
        FailedMessage.prototype.knownSeq = 0;

        /**
         * Encodes the specified FailedMessage message. Does not implicitly {@link chat.FailedMessage.verify|verify} messages.
         * @function encode
         * @memberof chat.FailedMessage
         * @static
         * @param {chat.FailedMessage.$Properties} message FailedMessage message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        FailedMessage.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.deliveryId != null && message.deliveryId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.deliveryId);
            if (message.seq != null && message.seq !== 0)
                writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.seq);
            if (message.agentId != null && !$Object.is(message.agentId, 0))
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.agentId);
            if (message.atMs != null && !$Object.is(message.atMs, 0))
                writer.uint32(/* id 4, wireType 1 =*/33).double(message.atMs);
            if (message.knownSeq != null && message.knownSeq !== 0)
                writer.uint32(/* id 5, wireType 0 =*/40).uint32(message.knownSeq);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a FailedMessage message from the specified reader or buffer.
         * @function decode
         * @memberof chat.FailedMessage
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.FailedMessage & chat.FailedMessage.$Shape} FailedMessage
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        FailedMessage.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.FailedMessage();
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
                            message.deliveryId = value;
                        else
                            delete message.deliveryId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.seq = value;
                        else
                            delete message.seq;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.agentId = value;
                        else
                            delete message.agentId;
                        continue;
                    }
                case 4: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.atMs = value;
                        else
                            delete message.atMs;
                        continue;
                    }
                case 5: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.knownSeq = value;
                        else
                            delete message.knownSeq;
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

        return FailedMessage;
    })();

    chat.ChatVisit = (function() {

        /**
         * Properties of a ChatVisit.
         * @typedef {Object} chat.ChatVisit.$Properties
         * @property {string|null} [surface] ChatVisit surface
         * @property {chat.PageFacts.$Properties|null} [firstPage] ChatVisit firstPage
         * @property {chat.CrmFacts.$Properties|null} [crm] ChatVisit crm
         * @property {call.CallSummary.$Properties|null} [call] ChatVisit call
         * @property {string|null} [rate] ChatVisit rate
         * @property {boolean|null} [isAccepted] ChatVisit isAccepted
         * @property {number|null} [waitingSinceMs] ChatVisit waitingSinceMs
         * @property {number|null} [linesBehind] ChatVisit linesBehind
         * @property {Array.<chat.FailedMessage.$Properties>|null} [failed] ChatVisit failed
         * @property {boolean|null} [isExpired] ChatVisit isExpired
         * @property {number|null} [seenSeq] ChatVisit seenSeq
         * @property {boolean|null} [hasNote] ChatVisit hasNote
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChatVisit.
         * @memberof chat
         * @interface IChatVisit
         * @augments chat.ChatVisit.$Properties
         * @deprecated Use chat.ChatVisit.$Properties instead.
         */

        /**
         * Shape of a ChatVisit.
         * @typedef {chat.ChatVisit.$Properties} chat.ChatVisit.$Shape
         */

        /**
         * Constructs a new ChatVisit.
         * @memberof chat
         * @classdesc Represents a ChatVisit.
         * @constructor
         * @param {chat.ChatVisit.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChatVisit = function (properties) {
            this.failed = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ChatVisit surface.
         * @member {string} surface
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.surface = "";

        /**
         * ChatVisit firstPage.
         * @member {chat.PageFacts.$Properties|null|undefined} firstPage
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.firstPage = null;

        /**
         * ChatVisit crm.
         * @member {chat.CrmFacts.$Properties|null|undefined} crm
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.crm = null;

        /**
         * ChatVisit call.
         * @member {call.CallSummary.$Properties|null|undefined} call
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.call = null;

        /**
         * ChatVisit rate.
         * @member {string|null|undefined} rate
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.rate = null;

        /**
         * ChatVisit isAccepted.
         * @member {boolean} isAccepted
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.isAccepted = false;

        /**
         * ChatVisit waitingSinceMs.
         * @member {number|null|undefined} waitingSinceMs
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.waitingSinceMs = null;

        /**
         * ChatVisit linesBehind.
         * @member {number} linesBehind
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.linesBehind = 0;

        /**
         * ChatVisit failed.
         * @member {Array.<chat.FailedMessage.$Properties>} failed
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.failed = $util.emptyArray;

        /**
         * ChatVisit isExpired.
         * @member {boolean} isExpired
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.isExpired = false;

        /**
         * ChatVisit seenSeq.
         * @member {number} seenSeq
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.seenSeq = 0;

        /**
         * ChatVisit hasNote.
         * @member {boolean} hasNote
         * @memberof chat.ChatVisit
         * @instance
         */
        ChatVisit.prototype.hasNote = false;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ChatVisit.prototype, "_rate", {
            get: $util.oneOfGetter($oneOfFields = ["rate"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ChatVisit.prototype, "_waitingSinceMs", {
            get: $util.oneOfGetter($oneOfFields = ["waitingSinceMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified ChatVisit message. Does not implicitly {@link chat.ChatVisit.verify|verify} messages.
         * @function encode
         * @memberof chat.ChatVisit
         * @static
         * @param {chat.ChatVisit.$Properties} message ChatVisit message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChatVisit.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.surface != null && message.surface !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.surface);
            if (message.firstPage != null)
                $root.chat.PageFacts.encode(message.firstPage, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.crm != null)
                $root.chat.CrmFacts.encode(message.crm, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.call != null)
                $root.call.CallSummary.encode(message.call, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.rate != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.rate);
            if (message.isAccepted != null && message.isAccepted !== false)
                writer.uint32(/* id 6, wireType 0 =*/48).bool(message.isAccepted);
            if (message.waitingSinceMs != null)
                writer.uint32(/* id 7, wireType 1 =*/57).double(message.waitingSinceMs);
            if (message.linesBehind != null && message.linesBehind !== 0)
                writer.uint32(/* id 8, wireType 0 =*/64).uint32(message.linesBehind);
            if (message.failed != null && message.failed.length)
                for (let i = 0; i < message.failed.length; ++i)
                    $root.chat.FailedMessage.encode(message.failed[i], writer.uint32(/* id 9, wireType 2 =*/74).fork(), _depth + 1).ldelim();
            if (message.isExpired != null && message.isExpired !== false)
                writer.uint32(/* id 10, wireType 0 =*/80).bool(message.isExpired);
            if (message.seenSeq != null && message.seenSeq !== 0)
                writer.uint32(/* id 11, wireType 0 =*/88).uint32(message.seenSeq);
            if (message.hasNote != null && message.hasNote !== false)
                writer.uint32(/* id 12, wireType 0 =*/96).bool(message.hasNote);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChatVisit message from the specified reader or buffer.
         * @function decode
         * @memberof chat.ChatVisit
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.ChatVisit & chat.ChatVisit.$Shape} ChatVisit
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChatVisit.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.ChatVisit();
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
                            message.surface = value;
                        else
                            delete message.surface;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.firstPage = $root.chat.PageFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.firstPage);
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.crm = $root.chat.CrmFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.crm);
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.call = $root.call.CallSummary.decode(reader, reader.size(), $undefined, _depth + 1, message.call);
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.rate = reader.stringVerify();
                        message._rate = "rate";
                        continue;
                    }
                case 6: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isAccepted = value;
                        else
                            delete message.isAccepted;
                        continue;
                    }
                case 7: {
                        if (wireType !== 1)
                            break;
                        message.waitingSinceMs = reader.double();
                        message._waitingSinceMs = "waitingSinceMs";
                        continue;
                    }
                case 8: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.linesBehind = value;
                        else
                            delete message.linesBehind;
                        continue;
                    }
                case 9: {
                        if (wireType !== 2)
                            break;
                        if (!(message.failed && message.failed.length))
                            message.failed = [];
                        message.failed.push($root.chat.FailedMessage.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 10: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isExpired = value;
                        else
                            delete message.isExpired;
                        continue;
                    }
                case 11: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.seenSeq = value;
                        else
                            delete message.seenSeq;
                        continue;
                    }
                case 12: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.hasNote = value;
                        else
                            delete message.hasNote;
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

        return ChatVisit;
    })();

    chat.ChatContext = (function() {

        /**
         * Properties of a ChatContext.
         * @typedef {Object} chat.ChatContext.$Properties
         * @property {string|null} [id] ChatContext id
         * @property {string|null} [channelId] ChatContext channelId
         * @property {chat.ClientFacts.$Properties|null} [client] ChatContext client
         * @property {chat.AgentSignature.$Properties|null} [agent] ChatContext agent
         * @property {chat.ChatOffer.$Properties|null} [offer] ChatContext offer
         * @property {chat.ChatDepartment.$Properties|null} [department] ChatContext department
         * @property {Array.<number>|null} [agentIds] ChatContext agentIds
         * @property {Array.<string>|null} [invites] ChatContext invites
         * @property {boolean|null} [isClientTyping] ChatContext isClientTyping
         * @property {chat.AgentSignature.$Properties|null} [typingAgent] ChatContext typingAgent
         * @property {number|null} [lastSeq] ChatContext lastSeq
         * @property {number|null} [unread] ChatContext unread
         * @property {chat.OutboundLane.$Properties|null} [lane] ChatContext lane
         * @property {string|null} [bot] ChatContext bot
         * @property {chat.LiveButtons.$Properties|null} [buttons] ChatContext buttons
         * @property {chat.ChatVisit.$Properties|null} [visit] ChatContext visit
         * @property {number|null} [createdAtMs] ChatContext createdAtMs
         * @property {number|null} [updatedAtMs] ChatContext updatedAtMs
         * @property {number|null} [closedAtMs] ChatContext closedAtMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a ChatContext.
         * @memberof chat
         * @interface IChatContext
         * @augments chat.ChatContext.$Properties
         * @deprecated Use chat.ChatContext.$Properties instead.
         */

        /**
         * Shape of a ChatContext.
         * @typedef {chat.ChatContext.$Properties} chat.ChatContext.$Shape
         */

        /**
         * Constructs a new ChatContext.
         * @memberof chat
         * @classdesc Represents a ChatContext.
         * @constructor
         * @param {chat.ChatContext.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const ChatContext = function (properties) {
            this.agentIds = [];
            this.invites = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * ChatContext id.
         * @member {string} id
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.id = "";

        /**
         * ChatContext channelId.
         * @member {string} channelId
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.channelId = "";

        /**
         * ChatContext client.
         * @member {chat.ClientFacts.$Properties|null|undefined} client
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.client = null;

        /**
         * ChatContext agent.
         * @member {chat.AgentSignature.$Properties|null|undefined} agent
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.agent = null;

        /**
         * ChatContext offer.
         * @member {chat.ChatOffer.$Properties|null|undefined} offer
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.offer = null;

        /**
         * ChatContext department.
         * @member {chat.ChatDepartment.$Properties|null|undefined} department
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.department = null;

        /**
         * ChatContext agentIds.
         * @member {Array.<number>} agentIds
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.agentIds = $util.emptyArray;

        /**
         * ChatContext invites.
         * @member {Array.<string>} invites
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.invites = $util.emptyArray;

        /**
         * ChatContext isClientTyping.
         * @member {boolean} isClientTyping
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.isClientTyping = false;

        /**
         * ChatContext typingAgent.
         * @member {chat.AgentSignature.$Properties|null|undefined} typingAgent
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.typingAgent = null;

        /**
         * ChatContext lastSeq.
         * @member {number} lastSeq
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.lastSeq = 0;

        /**
         * ChatContext unread.
         * @member {number} unread
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.unread = 0;

        /**
         * ChatContext lane.
         * @member {chat.OutboundLane.$Properties|null|undefined} lane
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.lane = null;

        /**
         * ChatContext bot.
         * @member {string|null|undefined} bot
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.bot = null;

        /**
         * ChatContext buttons.
         * @member {chat.LiveButtons.$Properties|null|undefined} buttons
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.buttons = null;

        /**
         * ChatContext visit.
         * @member {chat.ChatVisit.$Properties|null|undefined} visit
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.visit = null;

        /**
         * ChatContext createdAtMs.
         * @member {number} createdAtMs
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.createdAtMs = 0;

        /**
         * ChatContext updatedAtMs.
         * @member {number} updatedAtMs
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.updatedAtMs = 0;

        /**
         * ChatContext closedAtMs.
         * @member {number|null|undefined} closedAtMs
         * @memberof chat.ChatContext
         * @instance
         */
        ChatContext.prototype.closedAtMs = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ChatContext.prototype, "_bot", {
            get: $util.oneOfGetter($oneOfFields = ["bot"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(ChatContext.prototype, "_closedAtMs", {
            get: $util.oneOfGetter($oneOfFields = ["closedAtMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified ChatContext message. Does not implicitly {@link chat.ChatContext.verify|verify} messages.
         * @function encode
         * @memberof chat.ChatContext
         * @static
         * @param {chat.ChatContext.$Properties} message ChatContext message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        ChatContext.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.channelId != null && message.channelId !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.channelId);
            if (message.client != null)
                $root.chat.ClientFacts.encode(message.client, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.agent != null)
                $root.chat.AgentSignature.encode(message.agent, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.offer != null)
                $root.chat.ChatOffer.encode(message.offer, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
            if (message.department != null)
                $root.chat.ChatDepartment.encode(message.department, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
            if (message.agentIds != null && message.agentIds.length)
                writer.uint32(/* id 7, wireType 2 =*/58).doubles(message.agentIds);
            if (message.invites != null && message.invites.length)
                for (let i = 0; i < message.invites.length; ++i)
                    writer.uint32(/* id 8, wireType 2 =*/66).string(message.invites[i]);
            if (message.isClientTyping != null && message.isClientTyping !== false)
                writer.uint32(/* id 9, wireType 0 =*/72).bool(message.isClientTyping);
            if (message.typingAgent != null)
                $root.chat.AgentSignature.encode(message.typingAgent, writer.uint32(/* id 10, wireType 2 =*/82).fork(), _depth + 1).ldelim();
            if (message.lastSeq != null && message.lastSeq !== 0)
                writer.uint32(/* id 11, wireType 0 =*/88).uint32(message.lastSeq);
            if (message.unread != null && message.unread !== 0)
                writer.uint32(/* id 12, wireType 0 =*/96).uint32(message.unread);
            if (message.lane != null)
                $root.chat.OutboundLane.encode(message.lane, writer.uint32(/* id 13, wireType 2 =*/106).fork(), _depth + 1).ldelim();
            if (message.bot != null)
                writer.uint32(/* id 14, wireType 2 =*/114).string(message.bot);
            if (message.buttons != null)
                $root.chat.LiveButtons.encode(message.buttons, writer.uint32(/* id 15, wireType 2 =*/122).fork(), _depth + 1).ldelim();
            if (message.visit != null)
                $root.chat.ChatVisit.encode(message.visit, writer.uint32(/* id 16, wireType 2 =*/130).fork(), _depth + 1).ldelim();
            if (message.createdAtMs != null && !$Object.is(message.createdAtMs, 0))
                writer.uint32(/* id 17, wireType 1 =*/137).double(message.createdAtMs);
            if (message.updatedAtMs != null && !$Object.is(message.updatedAtMs, 0))
                writer.uint32(/* id 18, wireType 1 =*/145).double(message.updatedAtMs);
            if (message.closedAtMs != null)
                writer.uint32(/* id 19, wireType 1 =*/153).double(message.closedAtMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a ChatContext message from the specified reader or buffer.
         * @function decode
         * @memberof chat.ChatContext
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.ChatContext & chat.ChatContext.$Shape} ChatContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        ChatContext.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.ChatContext();
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
                            message.channelId = value;
                        else
                            delete message.channelId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        message.client = $root.chat.ClientFacts.decode(reader, reader.size(), $undefined, _depth + 1, message.client);
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.agent = $root.chat.AgentSignature.decode(reader, reader.size(), $undefined, _depth + 1, message.agent);
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.offer = $root.chat.ChatOffer.decode(reader, reader.size(), $undefined, _depth + 1, message.offer);
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        message.department = $root.chat.ChatDepartment.decode(reader, reader.size(), $undefined, _depth + 1, message.department);
                        continue;
                    }
                case 7: {
                        if (wireType === 2) {
                            if (!(message.agentIds && message.agentIds.length))
                                message.agentIds = [];
                            reader.doubles(message.agentIds);
                            continue;
                        }
                        if (wireType !== 1)
                            break;
                        if (!(message.agentIds && message.agentIds.length))
                            message.agentIds = [];
                        message.agentIds.push(reader.double());
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        if (!(message.invites && message.invites.length))
                            message.invites = [];
                        message.invites.push(reader.stringVerify());
                        continue;
                    }
                case 9: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isClientTyping = value;
                        else
                            delete message.isClientTyping;
                        continue;
                    }
                case 10: {
                        if (wireType !== 2)
                            break;
                        message.typingAgent = $root.chat.AgentSignature.decode(reader, reader.size(), $undefined, _depth + 1, message.typingAgent);
                        continue;
                    }
                case 11: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.lastSeq = value;
                        else
                            delete message.lastSeq;
                        continue;
                    }
                case 12: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.unread = value;
                        else
                            delete message.unread;
                        continue;
                    }
                case 13: {
                        if (wireType !== 2)
                            break;
                        message.lane = $root.chat.OutboundLane.decode(reader, reader.size(), $undefined, _depth + 1, message.lane);
                        continue;
                    }
                case 14: {
                        if (wireType !== 2)
                            break;
                        message.bot = reader.stringVerify();
                        message._bot = "bot";
                        continue;
                    }
                case 15: {
                        if (wireType !== 2)
                            break;
                        message.buttons = $root.chat.LiveButtons.decode(reader, reader.size(), $undefined, _depth + 1, message.buttons);
                        continue;
                    }
                case 16: {
                        if (wireType !== 2)
                            break;
                        message.visit = $root.chat.ChatVisit.decode(reader, reader.size(), $undefined, _depth + 1, message.visit);
                        continue;
                    }
                case 17: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.createdAtMs = value;
                        else
                            delete message.createdAtMs;
                        continue;
                    }
                case 18: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.updatedAtMs = value;
                        else
                            delete message.updatedAtMs;
                        continue;
                    }
                case 19: {
                        if (wireType !== 1)
                            break;
                        message.closedAtMs = reader.double();
                        message._closedAtMs = "closedAtMs";
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

        return ChatContext;
    })();

    chat.MediaFields = (function() {

        /**
         * Properties of a MediaFields.
         * @typedef {Object} chat.MediaFields.$Properties
         * @property {string|null} [file] MediaFields file
         * @property {string|null} [thumb] MediaFields thumb
         * @property {string|null} [emoji] MediaFields emoji
         * @property {string|null} [file_name] MediaFields file_name
         * @property {number|null} [file_size] MediaFields file_size
         * @property {number|null} [duration] MediaFields duration
         * @property {number|null} [width] MediaFields width
         * @property {number|null} [height] MediaFields height
         * @property {string|null} [performer] MediaFields performer
         * @property {string|null} [title] MediaFields title
         * @property {number|null} [latitude] MediaFields latitude
         * @property {number|null} [longitude] MediaFields longitude
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a MediaFields.
         * @memberof chat
         * @interface IMediaFields
         * @augments chat.MediaFields.$Properties
         * @deprecated Use chat.MediaFields.$Properties instead.
         */

        /**
         * Shape of a MediaFields.
         * @typedef {chat.MediaFields.$Properties} chat.MediaFields.$Shape
         */

        /**
         * Constructs a new MediaFields.
         * @memberof chat
         * @classdesc Represents a MediaFields.
         * @constructor
         * @param {chat.MediaFields.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const MediaFields = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * MediaFields file.
         * @member {string|null|undefined} file
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.file = null;

        /**
         * MediaFields thumb.
         * @member {string|null|undefined} thumb
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.thumb = null;

        /**
         * MediaFields emoji.
         * @member {string|null|undefined} emoji
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.emoji = null;

        /**
         * MediaFields file_name.
         * @member {string|null|undefined} file_name
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.file_name = null;

        /**
         * MediaFields file_size.
         * @member {number|null|undefined} file_size
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.file_size = null;

        /**
         * MediaFields duration.
         * @member {number|null|undefined} duration
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.duration = null;

        /**
         * MediaFields width.
         * @member {number|null|undefined} width
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.width = null;

        /**
         * MediaFields height.
         * @member {number|null|undefined} height
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.height = null;

        /**
         * MediaFields performer.
         * @member {string|null|undefined} performer
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.performer = null;

        /**
         * MediaFields title.
         * @member {string|null|undefined} title
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.title = null;

        /**
         * MediaFields latitude.
         * @member {number|null|undefined} latitude
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.latitude = null;

        /**
         * MediaFields longitude.
         * @member {number|null|undefined} longitude
         * @memberof chat.MediaFields
         * @instance
         */
        MediaFields.prototype.longitude = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_file", {
            get: $util.oneOfGetter($oneOfFields = ["file"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_thumb", {
            get: $util.oneOfGetter($oneOfFields = ["thumb"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_emoji", {
            get: $util.oneOfGetter($oneOfFields = ["emoji"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_file_name", {
            get: $util.oneOfGetter($oneOfFields = ["file_name"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_file_size", {
            get: $util.oneOfGetter($oneOfFields = ["file_size"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_duration", {
            get: $util.oneOfGetter($oneOfFields = ["duration"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_width", {
            get: $util.oneOfGetter($oneOfFields = ["width"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_height", {
            get: $util.oneOfGetter($oneOfFields = ["height"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_performer", {
            get: $util.oneOfGetter($oneOfFields = ["performer"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_title", {
            get: $util.oneOfGetter($oneOfFields = ["title"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_latitude", {
            get: $util.oneOfGetter($oneOfFields = ["latitude"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MediaFields.prototype, "_longitude", {
            get: $util.oneOfGetter($oneOfFields = ["longitude"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified MediaFields message. Does not implicitly {@link chat.MediaFields.verify|verify} messages.
         * @function encode
         * @memberof chat.MediaFields
         * @static
         * @param {chat.MediaFields.$Properties} message MediaFields message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        MediaFields.encode = function (message, writer, _depth) {
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
            if (message.file_name != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.file_name);
            if (message.file_size != null)
                writer.uint32(/* id 5, wireType 1 =*/41).double(message.file_size);
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
         * Decodes a MediaFields message from the specified reader or buffer.
         * @function decode
         * @memberof chat.MediaFields
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.MediaFields & chat.MediaFields.$Shape} MediaFields
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        MediaFields.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.chat.MediaFields();
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
                        message.file_name = reader.stringVerify();
                        message._file_name = "file_name";
                        continue;
                    }
                case 5: {
                        if (wireType !== 1)
                            break;
                        message.file_size = reader.double();
                        message._file_size = "file_size";
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

        return MediaFields;
    })();

    chat.MessageContent = (function() {

        /**
         * Properties of a MessageContent.
         * @typedef {Object} chat.MessageContent.$Properties
         * @property {string|null} [type] MessageContent type
         * @property {string|null} [text] MessageContent text
         * @property {chat.MediaFields.$Properties|null} [media] MessageContent media
         * @property {Array.<chat.MessageButton.$Properties>|null} [buttons] MessageContent buttons
         * @property {string|null} [fallback] MessageContent fallback
         * @property {number|null} [cut] MessageContent cut
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a MessageContent.
         * @memberof chat
         * @interface IMessageContent
         * @augments chat.MessageContent.$Properties
         * @deprecated Use chat.MessageContent.$Properties instead.
         */

        /**
         * Shape of a MessageContent.
         * @typedef {chat.MessageContent.$Properties} chat.MessageContent.$Shape
         */

        /**
         * Constructs a new MessageContent.
         * @memberof chat
         * @classdesc Represents a MessageContent.
         * @constructor
         * @param {chat.MessageContent.$Properties=} [properties] Properties to set
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
         * @memberof chat.MessageContent
         * @instance
         */
        MessageContent.prototype.type = "";

        /**
         * MessageContent text.
         * @member {string} text
         * @memberof chat.MessageContent
         * @instance
         */
        MessageContent.prototype.text = "";

        /**
         * MessageContent media.
         * @member {chat.MediaFields.$Properties|null|undefined} media
         * @memberof chat.MessageContent
         * @instance
         */
        MessageContent.prototype.media = null;

        /**
         * MessageContent buttons.
         * @member {Array.<chat.MessageButton.$Properties>} buttons
         * @memberof chat.MessageContent
         * @instance
         */
        MessageContent.prototype.buttons = $util.emptyArray;

        /**
         * MessageContent fallback.
         * @member {string|null|undefined} fallback
         * @memberof chat.MessageContent
         * @instance
         */
        MessageContent.prototype.fallback = null;

        /**
         * MessageContent cut.
         * @member {number|null|undefined} cut
         * @memberof chat.MessageContent
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
         * Encodes the specified MessageContent message. Does not implicitly {@link chat.MessageContent.verify|verify} messages.
         * @function encode
         * @memberof chat.MessageContent
         * @static
         * @param {chat.MessageContent.$Properties} message MessageContent message or plain object to encode
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
                $root.chat.MediaFields.encode(message.media, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.buttons != null && message.buttons.length)
                for (let i = 0; i < message.buttons.length; ++i)
                    $root.chat.MessageButton.encode(message.buttons[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
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
         * @memberof chat.MessageContent
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {chat.MessageContent & chat.MessageContent.$Shape} MessageContent
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
            message = _target || new $root.chat.MessageContent();
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
                        message.media = $root.chat.MediaFields.decode(reader, reader.size(), $undefined, _depth + 1, message.media);
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        if (!(message.buttons && message.buttons.length))
                            message.buttons = [];
                        message.buttons.push($root.chat.MessageButton.decode(reader, reader.size(), $undefined, _depth + 1));
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

    return chat;
})();

export const delivery = $root.delivery = (() => {

    /**
     * Namespace delivery.
     * @exports delivery
     * @namespace
     */
    const delivery = {};

    delivery.MessageCargo = (function() {

        /**
         * Properties of a MessageCargo.
         * @typedef {Object} delivery.MessageCargo.$Properties
         * @property {chat.MessageContent.$Properties|null} [content] MessageCargo content
         * @property {chat.AgentSignature.$Properties|null} [sender] MessageCargo sender
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a MessageCargo.
         * @memberof delivery
         * @interface IMessageCargo
         * @augments delivery.MessageCargo.$Properties
         * @deprecated Use delivery.MessageCargo.$Properties instead.
         */

        /**
         * Shape of a MessageCargo.
         * @typedef {delivery.MessageCargo.$Properties} delivery.MessageCargo.$Shape
         */

        /**
         * Constructs a new MessageCargo.
         * @memberof delivery
         * @classdesc Represents a MessageCargo.
         * @constructor
         * @param {delivery.MessageCargo.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const MessageCargo = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * MessageCargo content.
         * @member {chat.MessageContent.$Properties|null|undefined} content
         * @memberof delivery.MessageCargo
         * @instance
         */
        MessageCargo.prototype.content = null;

        /**
         * MessageCargo sender.
         * @member {chat.AgentSignature.$Properties|null|undefined} sender
         * @memberof delivery.MessageCargo
         * @instance
         */
        MessageCargo.prototype.sender = null;

        /**
         * Encodes the specified MessageCargo message. Does not implicitly {@link delivery.MessageCargo.verify|verify} messages.
         * @function encode
         * @memberof delivery.MessageCargo
         * @static
         * @param {delivery.MessageCargo.$Properties} message MessageCargo message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        MessageCargo.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.content != null)
                $root.chat.MessageContent.encode(message.content, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
            if (message.sender != null)
                $root.chat.AgentSignature.encode(message.sender, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a MessageCargo message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.MessageCargo
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.MessageCargo & delivery.MessageCargo.$Shape} MessageCargo
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        MessageCargo.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.MessageCargo();
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
                        message.content = $root.chat.MessageContent.decode(reader, reader.size(), $undefined, _depth + 1, message.content);
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.sender = $root.chat.AgentSignature.decode(reader, reader.size(), $undefined, _depth + 1, message.sender);
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

        return MessageCargo;
    })();

    delivery.BotEventCargo = (function() {

        /**
         * Properties of a BotEventCargo.
         * @typedef {Object} delivery.BotEventCargo.$Properties
         * @property {string|null} [providerId] BotEventCargo providerId
         * @property {bot.BotEvent.$Properties|null} [event] BotEventCargo event
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a BotEventCargo.
         * @memberof delivery
         * @interface IBotEventCargo
         * @augments delivery.BotEventCargo.$Properties
         * @deprecated Use delivery.BotEventCargo.$Properties instead.
         */

        /**
         * Shape of a BotEventCargo.
         * @typedef {delivery.BotEventCargo.$Properties} delivery.BotEventCargo.$Shape
         */

        /**
         * Constructs a new BotEventCargo.
         * @memberof delivery
         * @classdesc Represents a BotEventCargo.
         * @constructor
         * @param {delivery.BotEventCargo.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const BotEventCargo = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * BotEventCargo providerId.
         * @member {string} providerId
         * @memberof delivery.BotEventCargo
         * @instance
         */
        BotEventCargo.prototype.providerId = "";

        /**
         * BotEventCargo event.
         * @member {bot.BotEvent.$Properties|null|undefined} event
         * @memberof delivery.BotEventCargo
         * @instance
         */
        BotEventCargo.prototype.event = null;

        /**
         * Encodes the specified BotEventCargo message. Does not implicitly {@link delivery.BotEventCargo.verify|verify} messages.
         * @function encode
         * @memberof delivery.BotEventCargo
         * @static
         * @param {delivery.BotEventCargo.$Properties} message BotEventCargo message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        BotEventCargo.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.providerId != null && message.providerId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.providerId);
            if (message.event != null)
                $root.bot.BotEvent.encode(message.event, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a BotEventCargo message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.BotEventCargo
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.BotEventCargo & delivery.BotEventCargo.$Shape} BotEventCargo
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        BotEventCargo.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.BotEventCargo();
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
                            message.providerId = value;
                        else
                            delete message.providerId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.event = $root.bot.BotEvent.decode(reader, reader.size(), $undefined, _depth + 1, message.event);
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

        return BotEventCargo;
    })();

    delivery.WebhookCargo = (function() {

        /**
         * Properties of a WebhookCargo.
         * @typedef {Object} delivery.WebhookCargo.$Properties
         * @property {string|null} [event] WebhookCargo event
         * @property {string|null} [endpoint] WebhookCargo endpoint
         * @property {number|null} [patienceMs] WebhookCargo patienceMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WebhookCargo.
         * @memberof delivery
         * @interface IWebhookCargo
         * @augments delivery.WebhookCargo.$Properties
         * @deprecated Use delivery.WebhookCargo.$Properties instead.
         */

        /**
         * Shape of a WebhookCargo.
         * @typedef {delivery.WebhookCargo.$Properties} delivery.WebhookCargo.$Shape
         */

        /**
         * Constructs a new WebhookCargo.
         * @memberof delivery
         * @classdesc Represents a WebhookCargo.
         * @constructor
         * @param {delivery.WebhookCargo.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WebhookCargo = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WebhookCargo event.
         * @member {string} event
         * @memberof delivery.WebhookCargo
         * @instance
         */
        WebhookCargo.prototype.event = "";

        /**
         * WebhookCargo endpoint.
         * @member {string|null|undefined} endpoint
         * @memberof delivery.WebhookCargo
         * @instance
         */
        WebhookCargo.prototype.endpoint = null;

        /**
         * WebhookCargo patienceMs.
         * @member {number|null|undefined} patienceMs
         * @memberof delivery.WebhookCargo
         * @instance
         */
        WebhookCargo.prototype.patienceMs = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WebhookCargo.prototype, "_endpoint", {
            get: $util.oneOfGetter($oneOfFields = ["endpoint"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WebhookCargo.prototype, "_patienceMs", {
            get: $util.oneOfGetter($oneOfFields = ["patienceMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified WebhookCargo message. Does not implicitly {@link delivery.WebhookCargo.verify|verify} messages.
         * @function encode
         * @memberof delivery.WebhookCargo
         * @static
         * @param {delivery.WebhookCargo.$Properties} message WebhookCargo message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WebhookCargo.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.event != null && message.event !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.event);
            if (message.endpoint != null)
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.endpoint);
            if (message.patienceMs != null)
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.patienceMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WebhookCargo message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.WebhookCargo
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.WebhookCargo & delivery.WebhookCargo.$Shape} WebhookCargo
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WebhookCargo.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.WebhookCargo();
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
                            message.event = value;
                        else
                            delete message.event;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        message.endpoint = reader.stringVerify();
                        message._endpoint = "endpoint";
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        message.patienceMs = reader.double();
                        message._patienceMs = "patienceMs";
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

        return WebhookCargo;
    })();

    delivery.LeftMessageAnswer = (function() {

        /**
         * Properties of a LeftMessageAnswer.
         * @typedef {Object} delivery.LeftMessageAnswer.$Properties
         * @property {number|null} [number] LeftMessageAnswer number
         * @property {number|null} [agentId] LeftMessageAnswer agentId
         * @property {string|null} [subject] LeftMessageAnswer subject
         * @property {string|null} [text] LeftMessageAnswer text
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a LeftMessageAnswer.
         * @memberof delivery
         * @interface ILeftMessageAnswer
         * @augments delivery.LeftMessageAnswer.$Properties
         * @deprecated Use delivery.LeftMessageAnswer.$Properties instead.
         */

        /**
         * Shape of a LeftMessageAnswer.
         * @typedef {delivery.LeftMessageAnswer.$Properties} delivery.LeftMessageAnswer.$Shape
         */

        /**
         * Constructs a new LeftMessageAnswer.
         * @memberof delivery
         * @classdesc Represents a LeftMessageAnswer.
         * @constructor
         * @param {delivery.LeftMessageAnswer.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const LeftMessageAnswer = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * LeftMessageAnswer number.
         * @member {number} number
         * @memberof delivery.LeftMessageAnswer
         * @instance
         */
        LeftMessageAnswer.prototype.number = 0;

        /**
         * LeftMessageAnswer agentId.
         * @member {number} agentId
         * @memberof delivery.LeftMessageAnswer
         * @instance
         */
        LeftMessageAnswer.prototype.agentId = 0;

        /**
         * LeftMessageAnswer subject.
         * @member {string} subject
         * @memberof delivery.LeftMessageAnswer
         * @instance
         */
        LeftMessageAnswer.prototype.subject = "";

        /**
         * LeftMessageAnswer text.
         * @member {string} text
         * @memberof delivery.LeftMessageAnswer
         * @instance
         */
        LeftMessageAnswer.prototype.text = "";

        /**
         * Encodes the specified LeftMessageAnswer message. Does not implicitly {@link delivery.LeftMessageAnswer.verify|verify} messages.
         * @function encode
         * @memberof delivery.LeftMessageAnswer
         * @static
         * @param {delivery.LeftMessageAnswer.$Properties} message LeftMessageAnswer message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        LeftMessageAnswer.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.number != null && !$Object.is(message.number, 0))
                writer.uint32(/* id 1, wireType 1 =*/9).double(message.number);
            if (message.agentId != null && !$Object.is(message.agentId, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.agentId);
            if (message.subject != null && message.subject !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.subject);
            if (message.text != null && message.text !== "")
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.text);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a LeftMessageAnswer message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.LeftMessageAnswer
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.LeftMessageAnswer & delivery.LeftMessageAnswer.$Shape} LeftMessageAnswer
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        LeftMessageAnswer.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.LeftMessageAnswer();
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
                            message.number = value;
                        else
                            delete message.number;
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
                            message.subject = value;
                        else
                            delete message.subject;
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

        return LeftMessageAnswer;
    })();

    delivery.MailCargo = (function() {

        /**
         * Properties of a MailCargo.
         * @typedef {Object} delivery.MailCargo.$Properties
         * @property {Array.<string>|null} [to] MailCargo to
         * @property {number|null} [messagesUpTo] MailCargo messagesUpTo
         * @property {number|null} [closedAtMs] MailCargo closedAtMs
         * @property {delivery.LeftMessageAnswer.$Properties|null} [answer] MailCargo answer
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a MailCargo.
         * @memberof delivery
         * @interface IMailCargo
         * @augments delivery.MailCargo.$Properties
         * @deprecated Use delivery.MailCargo.$Properties instead.
         */

        /**
         * Shape of a MailCargo.
         * @typedef {delivery.MailCargo.$Properties} delivery.MailCargo.$Shape
         */

        /**
         * Constructs a new MailCargo.
         * @memberof delivery
         * @classdesc Represents a MailCargo.
         * @constructor
         * @param {delivery.MailCargo.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const MailCargo = function (properties) {
            this.to = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * MailCargo to.
         * @member {Array.<string>} to
         * @memberof delivery.MailCargo
         * @instance
         */
        MailCargo.prototype.to = $util.emptyArray;

        /**
         * MailCargo messagesUpTo.
         * @member {number} messagesUpTo
         * @memberof delivery.MailCargo
         * @instance
         */
        MailCargo.prototype.messagesUpTo = 0;

        /**
         * MailCargo closedAtMs.
         * @member {number|null|undefined} closedAtMs
         * @memberof delivery.MailCargo
         * @instance
         */
        MailCargo.prototype.closedAtMs = null;

        /**
         * MailCargo answer.
         * @member {delivery.LeftMessageAnswer.$Properties|null|undefined} answer
         * @memberof delivery.MailCargo
         * @instance
         */
        MailCargo.prototype.answer = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(MailCargo.prototype, "_closedAtMs", {
            get: $util.oneOfGetter($oneOfFields = ["closedAtMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified MailCargo message. Does not implicitly {@link delivery.MailCargo.verify|verify} messages.
         * @function encode
         * @memberof delivery.MailCargo
         * @static
         * @param {delivery.MailCargo.$Properties} message MailCargo message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        MailCargo.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.to != null && message.to.length)
                for (let i = 0; i < message.to.length; ++i)
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.to[i]);
            if (message.messagesUpTo != null && message.messagesUpTo !== 0)
                writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.messagesUpTo);
            if (message.closedAtMs != null)
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.closedAtMs);
            if (message.answer != null)
                $root.delivery.LeftMessageAnswer.encode(message.answer, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a MailCargo message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.MailCargo
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.MailCargo & delivery.MailCargo.$Shape} MailCargo
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        MailCargo.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.MailCargo();
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
                        if (!(message.to && message.to.length))
                            message.to = [];
                        message.to.push(reader.stringVerify());
                        continue;
                    }
                case 2: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.messagesUpTo = value;
                        else
                            delete message.messagesUpTo;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        message.closedAtMs = reader.double();
                        message._closedAtMs = "closedAtMs";
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.answer = $root.delivery.LeftMessageAnswer.decode(reader, reader.size(), $undefined, _depth + 1, message.answer);
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

        return MailCargo;
    })();

    delivery.Recipient = (function() {

        /**
         * Properties of a Recipient.
         * @typedef {Object} delivery.Recipient.$Properties
         * @property {string|null} [senderId] Recipient senderId
         * @property {string|null} [senderIdKind] Recipient senderIdKind
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a Recipient.
         * @memberof delivery
         * @interface IRecipient
         * @augments delivery.Recipient.$Properties
         * @deprecated Use delivery.Recipient.$Properties instead.
         */

        /**
         * Shape of a Recipient.
         * @typedef {delivery.Recipient.$Properties} delivery.Recipient.$Shape
         */

        /**
         * Constructs a new Recipient.
         * @memberof delivery
         * @classdesc Represents a Recipient.
         * @constructor
         * @param {delivery.Recipient.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const Recipient = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * Recipient senderId.
         * @member {string} senderId
         * @memberof delivery.Recipient
         * @instance
         */
        Recipient.prototype.senderId = "";

        /**
         * Recipient senderIdKind.
         * @member {string} senderIdKind
         * @memberof delivery.Recipient
         * @instance
         */
        Recipient.prototype.senderIdKind = "";

        /**
         * Encodes the specified Recipient message. Does not implicitly {@link delivery.Recipient.verify|verify} messages.
         * @function encode
         * @memberof delivery.Recipient
         * @static
         * @param {delivery.Recipient.$Properties} message Recipient message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        Recipient.encode = function (message, writer, _depth) {
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
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a Recipient message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.Recipient
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.Recipient & delivery.Recipient.$Shape} Recipient
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        Recipient.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.Recipient();
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

        return Recipient;
    })();

    delivery.AttemptFailure = (function() {

        /**
         * Properties of an AttemptFailure.
         * @typedef {Object} delivery.AttemptFailure.$Properties
         * @property {string|null} [kind] AttemptFailure kind
         * @property {string|null} [code] AttemptFailure code
         * @property {string|null} [message] AttemptFailure message
         * @property {boolean|null} [isHidden] AttemptFailure isHidden
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an AttemptFailure.
         * @memberof delivery
         * @interface IAttemptFailure
         * @augments delivery.AttemptFailure.$Properties
         * @deprecated Use delivery.AttemptFailure.$Properties instead.
         */

        /**
         * Shape of an AttemptFailure.
         * @typedef {delivery.AttemptFailure.$Properties} delivery.AttemptFailure.$Shape
         */

        /**
         * Constructs a new AttemptFailure.
         * @memberof delivery
         * @classdesc Represents an AttemptFailure.
         * @constructor
         * @param {delivery.AttemptFailure.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const AttemptFailure = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * AttemptFailure kind.
         * @member {string} kind
         * @memberof delivery.AttemptFailure
         * @instance
         */
        AttemptFailure.prototype.kind = "";

        /**
         * AttemptFailure code.
         * @member {string} code
         * @memberof delivery.AttemptFailure
         * @instance
         */
        AttemptFailure.prototype.code = "";

        /**
         * AttemptFailure message.
         * @member {string} message
         * @memberof delivery.AttemptFailure
         * @instance
         */
        AttemptFailure.prototype.message = "";

        /**
         * AttemptFailure isHidden.
         * @member {boolean} isHidden
         * @memberof delivery.AttemptFailure
         * @instance
         */
        AttemptFailure.prototype.isHidden = false;

        /**
         * Encodes the specified AttemptFailure message. Does not implicitly {@link delivery.AttemptFailure.verify|verify} messages.
         * @function encode
         * @memberof delivery.AttemptFailure
         * @static
         * @param {delivery.AttemptFailure.$Properties} message AttemptFailure message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        AttemptFailure.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.kind != null && message.kind !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.kind);
            if (message.code != null && message.code !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.code);
            if (message.message != null && message.message !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.message);
            if (message.isHidden != null && message.isHidden !== false)
                writer.uint32(/* id 4, wireType 0 =*/32).bool(message.isHidden);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an AttemptFailure message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.AttemptFailure
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.AttemptFailure & delivery.AttemptFailure.$Shape} AttemptFailure
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        AttemptFailure.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.AttemptFailure();
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
                            message.kind = value;
                        else
                            delete message.kind;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.code = value;
                        else
                            delete message.code;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.message = value;
                        else
                            delete message.message;
                        continue;
                    }
                case 4: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isHidden = value;
                        else
                            delete message.isHidden;
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

        return AttemptFailure;
    })();

    delivery.AttemptRecord = (function() {

        /**
         * Properties of an AttemptRecord.
         * @typedef {Object} delivery.AttemptRecord.$Properties
         * @property {number|null} [number] AttemptRecord number
         * @property {number|null} [startedAtMs] AttemptRecord startedAtMs
         * @property {number|null} [durationMs] AttemptRecord durationMs
         * @property {number|null} [httpStatus] AttemptRecord httpStatus
         * @property {delivery.AttemptFailure.$Properties|null} [failure] AttemptRecord failure
         * @property {string|null} [address] AttemptRecord address
         * @property {string|null} [answer] AttemptRecord answer
         * @property {string|null} [note] AttemptRecord note
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of an AttemptRecord.
         * @memberof delivery
         * @interface IAttemptRecord
         * @augments delivery.AttemptRecord.$Properties
         * @deprecated Use delivery.AttemptRecord.$Properties instead.
         */

        /**
         * Shape of an AttemptRecord.
         * @typedef {delivery.AttemptRecord.$Properties} delivery.AttemptRecord.$Shape
         */

        /**
         * Constructs a new AttemptRecord.
         * @memberof delivery
         * @classdesc Represents an AttemptRecord.
         * @constructor
         * @param {delivery.AttemptRecord.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const AttemptRecord = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * AttemptRecord number.
         * @member {number} number
         * @memberof delivery.AttemptRecord
         * @instance
         */
        AttemptRecord.prototype.number = 0;

        /**
         * AttemptRecord startedAtMs.
         * @member {number} startedAtMs
         * @memberof delivery.AttemptRecord
         * @instance
         */
        AttemptRecord.prototype.startedAtMs = 0;

        /**
         * AttemptRecord durationMs.
         * @member {number|null|undefined} durationMs
         * @memberof delivery.AttemptRecord
         * @instance
         */
        AttemptRecord.prototype.durationMs = null;

        /**
         * AttemptRecord httpStatus.
         * @member {number|null|undefined} httpStatus
         * @memberof delivery.AttemptRecord
         * @instance
         */
        AttemptRecord.prototype.httpStatus = null;

        /**
         * AttemptRecord failure.
         * @member {delivery.AttemptFailure.$Properties|null|undefined} failure
         * @memberof delivery.AttemptRecord
         * @instance
         */
        AttemptRecord.prototype.failure = null;

        /**
         * AttemptRecord address.
         * @member {string|null|undefined} address
         * @memberof delivery.AttemptRecord
         * @instance
         */
        AttemptRecord.prototype.address = null;

        /**
         * AttemptRecord answer.
         * @member {string|null|undefined} answer
         * @memberof delivery.AttemptRecord
         * @instance
         */
        AttemptRecord.prototype.answer = null;

        /**
         * AttemptRecord note.
         * @member {string|null|undefined} note
         * @memberof delivery.AttemptRecord
         * @instance
         */
        AttemptRecord.prototype.note = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(AttemptRecord.prototype, "_durationMs", {
            get: $util.oneOfGetter($oneOfFields = ["durationMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(AttemptRecord.prototype, "_httpStatus", {
            get: $util.oneOfGetter($oneOfFields = ["httpStatus"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(AttemptRecord.prototype, "_address", {
            get: $util.oneOfGetter($oneOfFields = ["address"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(AttemptRecord.prototype, "_answer", {
            get: $util.oneOfGetter($oneOfFields = ["answer"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(AttemptRecord.prototype, "_note", {
            get: $util.oneOfGetter($oneOfFields = ["note"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified AttemptRecord message. Does not implicitly {@link delivery.AttemptRecord.verify|verify} messages.
         * @function encode
         * @memberof delivery.AttemptRecord
         * @static
         * @param {delivery.AttemptRecord.$Properties} message AttemptRecord message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        AttemptRecord.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.number != null && message.number !== 0)
                writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.number);
            if (message.startedAtMs != null && !$Object.is(message.startedAtMs, 0))
                writer.uint32(/* id 2, wireType 1 =*/17).double(message.startedAtMs);
            if (message.durationMs != null)
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.durationMs);
            if (message.httpStatus != null)
                writer.uint32(/* id 4, wireType 1 =*/33).double(message.httpStatus);
            if (message.failure != null)
                $root.delivery.AttemptFailure.encode(message.failure, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
            if (message.address != null)
                writer.uint32(/* id 6, wireType 2 =*/50).string(message.address);
            if (message.answer != null)
                writer.uint32(/* id 7, wireType 2 =*/58).string(message.answer);
            if (message.note != null)
                writer.uint32(/* id 8, wireType 2 =*/66).string(message.note);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes an AttemptRecord message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.AttemptRecord
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.AttemptRecord & delivery.AttemptRecord.$Shape} AttemptRecord
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        AttemptRecord.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.AttemptRecord();
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
                            message.number = value;
                        else
                            delete message.number;
                        continue;
                    }
                case 2: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.startedAtMs = value;
                        else
                            delete message.startedAtMs;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        message.durationMs = reader.double();
                        message._durationMs = "durationMs";
                        continue;
                    }
                case 4: {
                        if (wireType !== 1)
                            break;
                        message.httpStatus = reader.double();
                        message._httpStatus = "httpStatus";
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.failure = $root.delivery.AttemptFailure.decode(reader, reader.size(), $undefined, _depth + 1, message.failure);
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        message.address = reader.stringVerify();
                        message._address = "address";
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        message.answer = reader.stringVerify();
                        message._answer = "answer";
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        message.note = reader.stringVerify();
                        message._note = "note";
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

        return AttemptRecord;
    })();

    delivery.DeliveryContext = (function() {

        /**
         * Properties of a DeliveryContext.
         * @typedef {Object} delivery.DeliveryContext.$Properties
         * @property {string|null} [id] DeliveryContext id
         * @property {string|null} [chatId] DeliveryContext chatId
         * @property {string|null} [channelId] DeliveryContext channelId
         * @property {number|null} [messageSeq] DeliveryContext messageSeq
         * @property {string|null} [messageId] DeliveryContext messageId
         * @property {boolean|null} [isInFront] DeliveryContext isInFront
         * @property {delivery.Recipient.$Properties|null} [recipient] DeliveryContext recipient
         * @property {Array.<delivery.AttemptRecord.$Properties>|null} [attempts] DeliveryContext attempts
         * @property {number|null} [seriesOffset] DeliveryContext seriesOffset
         * @property {delivery.AttemptFailure.$Properties|null} [error] DeliveryContext error
         * @property {delivery.AttemptFailure.$Properties|null} [cancellation] DeliveryContext cancellation
         * @property {number|null} [createdAtMs] DeliveryContext createdAtMs
         * @property {delivery.MessageCargo.$Properties|null} [messageCargo] DeliveryContext messageCargo
         * @property {delivery.BotEventCargo.$Properties|null} [botEventCargo] DeliveryContext botEventCargo
         * @property {delivery.WebhookCargo.$Properties|null} [webhookCargo] DeliveryContext webhookCargo
         * @property {delivery.MailCargo.$Properties|null} [mailCargo] DeliveryContext mailCargo
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a DeliveryContext.
         * @memberof delivery
         * @interface IDeliveryContext
         * @augments delivery.DeliveryContext.$Properties
         * @deprecated Use delivery.DeliveryContext.$Properties instead.
         */

        /**
         * Shape of a DeliveryContext.
         * @typedef {delivery.DeliveryContext.$Properties} delivery.DeliveryContext.$Shape
         */

        /**
         * Constructs a new DeliveryContext.
         * @memberof delivery
         * @classdesc Represents a DeliveryContext.
         * @constructor
         * @param {delivery.DeliveryContext.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const DeliveryContext = function (properties) {
            this.attempts = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * DeliveryContext id.
         * @member {string} id
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.id = "";

        /**
         * DeliveryContext chatId.
         * @member {string} chatId
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.chatId = "";

        /**
         * DeliveryContext channelId.
         * @member {string} channelId
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.channelId = "";

        /**
         * DeliveryContext messageSeq.
         * @member {number} messageSeq
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.messageSeq = 0;

        /**
         * DeliveryContext messageId.
         * @member {string|null|undefined} messageId
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.messageId = null;

        /**
         * DeliveryContext isInFront.
         * @member {boolean} isInFront
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.isInFront = false;

        /**
         * DeliveryContext recipient.
         * @member {delivery.Recipient.$Properties|null|undefined} recipient
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.recipient = null;

        /**
         * DeliveryContext attempts.
         * @member {Array.<delivery.AttemptRecord.$Properties>} attempts
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.attempts = $util.emptyArray;

        /**
         * DeliveryContext seriesOffset.
         * @member {number} seriesOffset
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.seriesOffset = 0;

        /**
         * DeliveryContext error.
         * @member {delivery.AttemptFailure.$Properties|null|undefined} error
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.error = null;

        /**
         * DeliveryContext cancellation.
         * @member {delivery.AttemptFailure.$Properties|null|undefined} cancellation
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.cancellation = null;

        /**
         * DeliveryContext createdAtMs.
         * @member {number} createdAtMs
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.createdAtMs = 0;

        /**
         * DeliveryContext messageCargo.
         * @member {delivery.MessageCargo.$Properties|null|undefined} messageCargo
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.messageCargo = null;

        /**
         * DeliveryContext botEventCargo.
         * @member {delivery.BotEventCargo.$Properties|null|undefined} botEventCargo
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.botEventCargo = null;

        /**
         * DeliveryContext webhookCargo.
         * @member {delivery.WebhookCargo.$Properties|null|undefined} webhookCargo
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.webhookCargo = null;

        /**
         * DeliveryContext mailCargo.
         * @member {delivery.MailCargo.$Properties|null|undefined} mailCargo
         * @memberof delivery.DeliveryContext
         * @instance
         */
        DeliveryContext.prototype.mailCargo = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(DeliveryContext.prototype, "_messageId", {
            get: $util.oneOfGetter($oneOfFields = ["messageId"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified DeliveryContext message. Does not implicitly {@link delivery.DeliveryContext.verify|verify} messages.
         * @function encode
         * @memberof delivery.DeliveryContext
         * @static
         * @param {delivery.DeliveryContext.$Properties} message DeliveryContext message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        DeliveryContext.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.id != null && message.id !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
            if (message.chatId != null && message.chatId !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.chatId);
            if (message.channelId != null && message.channelId !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.channelId);
            if (message.messageSeq != null && message.messageSeq !== 0)
                writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.messageSeq);
            if (message.messageId != null)
                writer.uint32(/* id 5, wireType 2 =*/42).string(message.messageId);
            if (message.isInFront != null && message.isInFront !== false)
                writer.uint32(/* id 6, wireType 0 =*/48).bool(message.isInFront);
            if (message.recipient != null)
                $root.delivery.Recipient.encode(message.recipient, writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
            if (message.attempts != null && message.attempts.length)
                for (let i = 0; i < message.attempts.length; ++i)
                    $root.delivery.AttemptRecord.encode(message.attempts[i], writer.uint32(/* id 8, wireType 2 =*/66).fork(), _depth + 1).ldelim();
            if (message.seriesOffset != null && message.seriesOffset !== 0)
                writer.uint32(/* id 9, wireType 0 =*/72).uint32(message.seriesOffset);
            if (message.error != null)
                $root.delivery.AttemptFailure.encode(message.error, writer.uint32(/* id 10, wireType 2 =*/82).fork(), _depth + 1).ldelim();
            if (message.cancellation != null)
                $root.delivery.AttemptFailure.encode(message.cancellation, writer.uint32(/* id 11, wireType 2 =*/90).fork(), _depth + 1).ldelim();
            if (message.createdAtMs != null && !$Object.is(message.createdAtMs, 0))
                writer.uint32(/* id 12, wireType 1 =*/97).double(message.createdAtMs);
            if (message.messageCargo != null)
                $root.delivery.MessageCargo.encode(message.messageCargo, writer.uint32(/* id 13, wireType 2 =*/106).fork(), _depth + 1).ldelim();
            if (message.botEventCargo != null)
                $root.delivery.BotEventCargo.encode(message.botEventCargo, writer.uint32(/* id 14, wireType 2 =*/114).fork(), _depth + 1).ldelim();
            if (message.webhookCargo != null)
                $root.delivery.WebhookCargo.encode(message.webhookCargo, writer.uint32(/* id 15, wireType 2 =*/122).fork(), _depth + 1).ldelim();
            if (message.mailCargo != null)
                $root.delivery.MailCargo.encode(message.mailCargo, writer.uint32(/* id 16, wireType 2 =*/130).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a DeliveryContext message from the specified reader or buffer.
         * @function decode
         * @memberof delivery.DeliveryContext
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {delivery.DeliveryContext & delivery.DeliveryContext.$Shape} DeliveryContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        DeliveryContext.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.delivery.DeliveryContext();
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
                            message.chatId = value;
                        else
                            delete message.chatId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.channelId = value;
                        else
                            delete message.channelId;
                        continue;
                    }
                case 4: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.messageSeq = value;
                        else
                            delete message.messageSeq;
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        message.messageId = reader.stringVerify();
                        message._messageId = "messageId";
                        continue;
                    }
                case 6: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.bool())
                            message.isInFront = value;
                        else
                            delete message.isInFront;
                        continue;
                    }
                case 7: {
                        if (wireType !== 2)
                            break;
                        message.recipient = $root.delivery.Recipient.decode(reader, reader.size(), $undefined, _depth + 1, message.recipient);
                        continue;
                    }
                case 8: {
                        if (wireType !== 2)
                            break;
                        if (!(message.attempts && message.attempts.length))
                            message.attempts = [];
                        message.attempts.push($root.delivery.AttemptRecord.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 9: {
                        if (wireType !== 0)
                            break;
                        if (value = reader.uint32())
                            message.seriesOffset = value;
                        else
                            delete message.seriesOffset;
                        continue;
                    }
                case 10: {
                        if (wireType !== 2)
                            break;
                        message.error = $root.delivery.AttemptFailure.decode(reader, reader.size(), $undefined, _depth + 1, message.error);
                        continue;
                    }
                case 11: {
                        if (wireType !== 2)
                            break;
                        message.cancellation = $root.delivery.AttemptFailure.decode(reader, reader.size(), $undefined, _depth + 1, message.cancellation);
                        continue;
                    }
                case 12: {
                        if (wireType !== 1)
                            break;
                        if (!$Object.is(value = reader.double(), 0))
                            message.createdAtMs = value;
                        else
                            delete message.createdAtMs;
                        continue;
                    }
                case 13: {
                        if (wireType !== 2)
                            break;
                        message.messageCargo = $root.delivery.MessageCargo.decode(reader, reader.size(), $undefined, _depth + 1, message.messageCargo);
                        continue;
                    }
                case 14: {
                        if (wireType !== 2)
                            break;
                        message.botEventCargo = $root.delivery.BotEventCargo.decode(reader, reader.size(), $undefined, _depth + 1, message.botEventCargo);
                        continue;
                    }
                case 15: {
                        if (wireType !== 2)
                            break;
                        message.webhookCargo = $root.delivery.WebhookCargo.decode(reader, reader.size(), $undefined, _depth + 1, message.webhookCargo);
                        continue;
                    }
                case 16: {
                        if (wireType !== 2)
                            break;
                        message.mailCargo = $root.delivery.MailCargo.decode(reader, reader.size(), $undefined, _depth + 1, message.mailCargo);
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

        return DeliveryContext;
    })();

    return delivery;
})();

export const webhooks = $root.webhooks = (() => {

    /**
     * Namespace webhooks.
     * @exports webhooks
     * @namespace
     */
    const webhooks = {};

    webhooks.WebhookEntry = (function() {

        /**
         * Properties of a WebhookEntry.
         * @typedef {Object} webhooks.WebhookEntry.$Properties
         * @property {string|null} [deliveryId] WebhookEntry deliveryId
         * @property {string|null} [event] WebhookEntry event
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WebhookEntry.
         * @memberof webhooks
         * @interface IWebhookEntry
         * @augments webhooks.WebhookEntry.$Properties
         * @deprecated Use webhooks.WebhookEntry.$Properties instead.
         */

        /**
         * Shape of a WebhookEntry.
         * @typedef {webhooks.WebhookEntry.$Properties} webhooks.WebhookEntry.$Shape
         */

        /**
         * Constructs a new WebhookEntry.
         * @memberof webhooks
         * @classdesc Represents a WebhookEntry.
         * @constructor
         * @param {webhooks.WebhookEntry.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WebhookEntry = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WebhookEntry deliveryId.
         * @member {string} deliveryId
         * @memberof webhooks.WebhookEntry
         * @instance
         */
        WebhookEntry.prototype.deliveryId = "";

        /**
         * WebhookEntry event.
         * @member {string} event
         * @memberof webhooks.WebhookEntry
         * @instance
         */
        WebhookEntry.prototype.event = "";

        /**
         * Encodes the specified WebhookEntry message. Does not implicitly {@link webhooks.WebhookEntry.verify|verify} messages.
         * @function encode
         * @memberof webhooks.WebhookEntry
         * @static
         * @param {webhooks.WebhookEntry.$Properties} message WebhookEntry message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WebhookEntry.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.deliveryId != null && message.deliveryId !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.deliveryId);
            if (message.event != null && message.event !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.event);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WebhookEntry message from the specified reader or buffer.
         * @function decode
         * @memberof webhooks.WebhookEntry
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {webhooks.WebhookEntry & webhooks.WebhookEntry.$Shape} WebhookEntry
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WebhookEntry.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.webhooks.WebhookEntry();
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
                            message.deliveryId = value;
                        else
                            delete message.deliveryId;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.event = value;
                        else
                            delete message.event;
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

        return WebhookEntry;
    })();

    webhooks.WebhookLane = (function() {

        /**
         * Properties of a WebhookLane.
         * @typedef {Object} webhooks.WebhookLane.$Properties
         * @property {string|null} [active] WebhookLane active
         * @property {Array.<webhooks.WebhookEntry.$Properties>|null} [waiting] WebhookLane waiting
         * @property {string|null} [endpoint] WebhookLane endpoint
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WebhookLane.
         * @memberof webhooks
         * @interface IWebhookLane
         * @augments webhooks.WebhookLane.$Properties
         * @deprecated Use webhooks.WebhookLane.$Properties instead.
         */

        /**
         * Shape of a WebhookLane.
         * @typedef {webhooks.WebhookLane.$Properties} webhooks.WebhookLane.$Shape
         */

        /**
         * Constructs a new WebhookLane.
         * @memberof webhooks
         * @classdesc Represents a WebhookLane.
         * @constructor
         * @param {webhooks.WebhookLane.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WebhookLane = function (properties) {
            this.waiting = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WebhookLane active.
         * @member {string|null|undefined} active
         * @memberof webhooks.WebhookLane
         * @instance
         */
        WebhookLane.prototype.active = null;

        /**
         * WebhookLane waiting.
         * @member {Array.<webhooks.WebhookEntry.$Properties>} waiting
         * @memberof webhooks.WebhookLane
         * @instance
         */
        WebhookLane.prototype.waiting = $util.emptyArray;

        /**
         * WebhookLane endpoint.
         * @member {string} endpoint
         * @memberof webhooks.WebhookLane
         * @instance
         */
        WebhookLane.prototype.endpoint = "";

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WebhookLane.prototype, "_active", {
            get: $util.oneOfGetter($oneOfFields = ["active"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified WebhookLane message. Does not implicitly {@link webhooks.WebhookLane.verify|verify} messages.
         * @function encode
         * @memberof webhooks.WebhookLane
         * @static
         * @param {webhooks.WebhookLane.$Properties} message WebhookLane message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WebhookLane.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.active != null)
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.active);
            if (message.waiting != null && message.waiting.length)
                for (let i = 0; i < message.waiting.length; ++i)
                    $root.webhooks.WebhookEntry.encode(message.waiting[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
            if (message.endpoint != null && message.endpoint !== "")
                writer.uint32(/* id 3, wireType 2 =*/26).string(message.endpoint);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WebhookLane message from the specified reader or buffer.
         * @function decode
         * @memberof webhooks.WebhookLane
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {webhooks.WebhookLane & webhooks.WebhookLane.$Shape} WebhookLane
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WebhookLane.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.webhooks.WebhookLane();
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
                        message.active = reader.stringVerify();
                        message._active = "active";
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if (!(message.waiting && message.waiting.length))
                            message.waiting = [];
                        message.waiting.push($root.webhooks.WebhookEntry.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 3: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.endpoint = value;
                        else
                            delete message.endpoint;
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

        return WebhookLane;
    })();

    webhooks.WebhookReceiver = (function() {

        /**
         * Properties of a WebhookReceiver.
         * @typedef {Object} webhooks.WebhookReceiver.$Properties
         * @property {string|null} [endpoint] WebhookReceiver endpoint
         * @property {string|null} [deliveryId] WebhookReceiver deliveryId
         * @property {number|null} [patienceMs] WebhookReceiver patienceMs
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WebhookReceiver.
         * @memberof webhooks
         * @interface IWebhookReceiver
         * @augments webhooks.WebhookReceiver.$Properties
         * @deprecated Use webhooks.WebhookReceiver.$Properties instead.
         */

        /**
         * Shape of a WebhookReceiver.
         * @typedef {webhooks.WebhookReceiver.$Properties} webhooks.WebhookReceiver.$Shape
         */

        /**
         * Constructs a new WebhookReceiver.
         * @memberof webhooks
         * @classdesc Represents a WebhookReceiver.
         * @constructor
         * @param {webhooks.WebhookReceiver.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WebhookReceiver = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WebhookReceiver endpoint.
         * @member {string} endpoint
         * @memberof webhooks.WebhookReceiver
         * @instance
         */
        WebhookReceiver.prototype.endpoint = "";

        /**
         * WebhookReceiver deliveryId.
         * @member {string} deliveryId
         * @memberof webhooks.WebhookReceiver
         * @instance
         */
        WebhookReceiver.prototype.deliveryId = "";

        /**
         * WebhookReceiver patienceMs.
         * @member {number|null|undefined} patienceMs
         * @memberof webhooks.WebhookReceiver
         * @instance
         */
        WebhookReceiver.prototype.patienceMs = null;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WebhookReceiver.prototype, "_patienceMs", {
            get: $util.oneOfGetter($oneOfFields = ["patienceMs"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified WebhookReceiver message. Does not implicitly {@link webhooks.WebhookReceiver.verify|verify} messages.
         * @function encode
         * @memberof webhooks.WebhookReceiver
         * @static
         * @param {webhooks.WebhookReceiver.$Properties} message WebhookReceiver message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WebhookReceiver.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.endpoint != null && message.endpoint !== "")
                writer.uint32(/* id 1, wireType 2 =*/10).string(message.endpoint);
            if (message.deliveryId != null && message.deliveryId !== "")
                writer.uint32(/* id 2, wireType 2 =*/18).string(message.deliveryId);
            if (message.patienceMs != null)
                writer.uint32(/* id 3, wireType 1 =*/25).double(message.patienceMs);
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WebhookReceiver message from the specified reader or buffer.
         * @function decode
         * @memberof webhooks.WebhookReceiver
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {webhooks.WebhookReceiver & webhooks.WebhookReceiver.$Shape} WebhookReceiver
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WebhookReceiver.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.webhooks.WebhookReceiver();
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
                            message.endpoint = value;
                        else
                            delete message.endpoint;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.stringVerify()).length)
                            message.deliveryId = value;
                        else
                            delete message.deliveryId;
                        continue;
                    }
                case 3: {
                        if (wireType !== 1)
                            break;
                        message.patienceMs = reader.double();
                        message._patienceMs = "patienceMs";
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

        return WebhookReceiver;
    })();

    webhooks.WebhooksContext = (function() {

        /**
         * Properties of a WebhooksContext.
         * @typedef {Object} webhooks.WebhooksContext.$Properties
         * @property {string|null} [chatId] WebhooksContext chatId
         * @property {string|null} [channelId] WebhooksContext channelId
         * @property {webhooks.WebhookLane.$Properties|null} [lane] WebhooksContext lane
         * @property {string|null} [singleUpdate] WebhooksContext singleUpdate
         * @property {Array.<webhooks.WebhookLane.$Properties>|null} [lanes] WebhooksContext lanes
         * @property {Array.<webhooks.WebhookReceiver.$Properties>|null} [update] WebhooksContext update
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */

        /**
         * Properties of a WebhooksContext.
         * @memberof webhooks
         * @interface IWebhooksContext
         * @augments webhooks.WebhooksContext.$Properties
         * @deprecated Use webhooks.WebhooksContext.$Properties instead.
         */

        /**
         * Shape of a WebhooksContext.
         * @typedef {webhooks.WebhooksContext.$Properties} webhooks.WebhooksContext.$Shape
         */

        /**
         * Constructs a new WebhooksContext.
         * @memberof webhooks
         * @classdesc Represents a WebhooksContext.
         * @constructor
         * @param {webhooks.WebhooksContext.$Properties=} [properties] Properties to set
         * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
         */
        const WebhooksContext = function (properties) {
            this.lanes = [];
            this.update = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        /**
         * WebhooksContext chatId.
         * @member {string} chatId
         * @memberof webhooks.WebhooksContext
         * @instance
         */
        WebhooksContext.prototype.chatId = "";

        /**
         * WebhooksContext channelId.
         * @member {string} channelId
         * @memberof webhooks.WebhooksContext
         * @instance
         */
        WebhooksContext.prototype.channelId = "";

        /**
         * WebhooksContext lane.
         * @member {webhooks.WebhookLane.$Properties|null|undefined} lane
         * @memberof webhooks.WebhooksContext
         * @instance
         */
        WebhooksContext.prototype.lane = null;

        /**
         * WebhooksContext singleUpdate.
         * @member {string|null|undefined} singleUpdate
         * @memberof webhooks.WebhooksContext
         * @instance
         */
        WebhooksContext.prototype.singleUpdate = null;

        /**
         * WebhooksContext lanes.
         * @member {Array.<webhooks.WebhookLane.$Properties>} lanes
         * @memberof webhooks.WebhooksContext
         * @instance
         */
        WebhooksContext.prototype.lanes = $util.emptyArray;

        /**
         * WebhooksContext update.
         * @member {Array.<webhooks.WebhookReceiver.$Properties>} update
         * @memberof webhooks.WebhooksContext
         * @instance
         */
        WebhooksContext.prototype.update = $util.emptyArray;

        // OneOf field names bound to virtual getters and setters
        let $oneOfFields;

        // Virtual OneOf for proto3 optional field
        $Object.defineProperty(WebhooksContext.prototype, "_singleUpdate", {
            get: $util.oneOfGetter($oneOfFields = ["singleUpdate"]),
            set: $util.oneOfSetter($oneOfFields)
        });

        /**
         * Encodes the specified WebhooksContext message. Does not implicitly {@link webhooks.WebhooksContext.verify|verify} messages.
         * @function encode
         * @memberof webhooks.WebhooksContext
         * @static
         * @param {webhooks.WebhooksContext.$Properties} message WebhooksContext message or plain object to encode
         * @param {$protobuf.Writer} [writer] Writer to encode to
         * @returns {$protobuf.Writer} Writer
         */
        WebhooksContext.encode = function (message, writer, _depth) {
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
            if (message.lane != null)
                $root.webhooks.WebhookLane.encode(message.lane, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
            if (message.singleUpdate != null)
                writer.uint32(/* id 4, wireType 2 =*/34).string(message.singleUpdate);
            if (message.lanes != null && message.lanes.length)
                for (let i = 0; i < message.lanes.length; ++i)
                    $root.webhooks.WebhookLane.encode(message.lanes[i], writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
            if (message.update != null && message.update.length)
                for (let i = 0; i < message.update.length; ++i)
                    $root.webhooks.WebhookReceiver.encode(message.update[i], writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
            if (message.$unknowns != null)
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        /**
         * Decodes a WebhooksContext message from the specified reader or buffer.
         * @function decode
         * @memberof webhooks.WebhooksContext
         * @static
         * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
         * @param {number} [length] Message length if known beforehand
         * @returns {webhooks.WebhooksContext & webhooks.WebhooksContext.$Shape} WebhooksContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        WebhooksContext.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.webhooks.WebhooksContext();
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
                        if (wireType !== 2)
                            break;
                        message.lane = $root.webhooks.WebhookLane.decode(reader, reader.size(), $undefined, _depth + 1, message.lane);
                        continue;
                    }
                case 4: {
                        if (wireType !== 2)
                            break;
                        message.singleUpdate = reader.stringVerify();
                        message._singleUpdate = "singleUpdate";
                        continue;
                    }
                case 5: {
                        if (wireType !== 2)
                            break;
                        if (!(message.lanes && message.lanes.length))
                            message.lanes = [];
                        message.lanes.push($root.webhooks.WebhookLane.decode(reader, reader.size(), $undefined, _depth + 1));
                        continue;
                    }
                case 6: {
                        if (wireType !== 2)
                            break;
                        if (!(message.update && message.update.length))
                            message.update = [];
                        message.update.push($root.webhooks.WebhookReceiver.decode(reader, reader.size(), $undefined, _depth + 1));
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

        return WebhooksContext;
    })();

    return webhooks;
})();

export {
  $root as default
};
