//! Every diagnostic code. A code, once published, keeps its name and meaning.

mod exports;
mod files;
mod guide;
mod lint;
mod manifest;
mod page;
mod script;
mod settings;
mod types;

use std::fmt;

pub use page::{Example, Page};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// The manifest does not load.
    Error,
    /// The manifest loads, and something in it is probably not meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// The stable code of a problem; `docs/diagnostics.md` has a page for each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Every code, in the order of the guide.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name as JSON and people see it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

codes! {
    /// A file that is named does not exist.
    FileNotFound = "file_not_found",
    /// A path that names no file: empty, or with characters that paths here do not have.
    InvalidPath = "invalid_path",
    /// A path leaves the root.
    PathEscapes = "path_escapes",
    /// A folder, a pipe or a device where a file is expected.
    NotAFile = "not_a_file",
    /// A file is larger than the limit.
    FileTooLarge = "file_too_large",
    /// A file is not UTF-8 text.
    NotUtf8 = "not_utf8",
    /// A file exists and cannot be read.
    FileUnreadable = "file_unreadable",

    /// The manifest is not JSON.
    InvalidJson = "invalid_json",
    /// `schemaVersion` is not one this version reads.
    UnsupportedVersion = "unsupported_version",
    /// A field that a manifest does not have.
    UnknownField = "unknown_field",
    /// A field that a manifest must have.
    MissingField = "missing_field",
    /// One field is written twice.
    DuplicateField = "duplicate_field",
    /// A field holds a value of the wrong kind.
    InvalidValue = "invalid_value",
    /// A tool name that model providers refuse.
    InvalidToolName = "invalid_tool_name",
    /// Two tools with one name, or with names that are too alike.
    DuplicateToolName = "duplicate_tool_name",
    /// An export without a description.
    MissingDescription = "missing_description",
    /// A description of a parameter that the function does not have.
    UnknownParameter = "unknown_parameter",
    /// A setting in `configurable` or `fixed` that the function does not take.
    UnknownSetting = "unknown_setting",
    /// A setting that is named twice in `configurable` or `fixed`.
    DuplicateSetting = "duplicate_setting",
    /// Two fields of which an export has at most one.
    ConflictingFields = "conflicting_fields",
    /// A function that the script does not have.
    UnknownFunction = "unknown_function",
    /// A private function, exported.
    PrivateFunction = "private_function",
    /// A function with overloads, exported.
    OverloadedFunction = "overloaded_function",
    /// A method on a type, exported.
    MethodFunction = "method_function",
    /// A context function with another shape than `() -> string?`.
    InvalidContextFunction = "invalid_context_function",

    /// The script is not valid Rhai.
    SyntaxError = "syntax_error",
    /// A parameter or a return value of an exported function has no type.
    MissingType = "missing_type",
    /// A type that does not exist.
    UnknownType = "unknown_type",
    /// A type that cannot be read.
    MalformedType = "malformed_type",
    /// A type that may not stand in this place.
    MisplacedType = "misplaced_type",
    /// One type name is declared twice.
    DuplicateType = "duplicate_type",
    /// A type that contains itself.
    TypeCycle = "type_cycle",
    /// A type with too many parts, or nested too deep.
    TypeTooLarge = "type_too_large",
    /// A declaration of settings that cannot be read.
    MalformedSettings = "malformed_settings",
    /// The default of a setting is no value of its type.
    InvalidDefault = "invalid_default",
    /// A name that nothing declares: the script loads, and fails where it is used.
    UnknownName = "unknown_name",
    /// A value that is worked out and then dropped.
    UnusedValue = "unused_value",
    /// A `let` in a block that hides the variable that was meant to change.
    ShadowedVariable = "shadowed_variable",
    /// A text that the parameter it is compared with can never be.
    UnknownChoice = "unknown_choice",
    /// A parameter compared with a literal of another kind.
    MixedComparison = "mixed_comparison",
    /// A constant that is declared twice.
    DuplicateConstant = "duplicate_constant",
    /// A helper that changes its copy of what a conversation keeps.
    LostChange = "lost_change",
    /// Settings that no function takes.
    UnusedSettings = "unused_settings",
    /// A member that the type of a parameter does not have.
    UnknownMember = "unknown_member",
    /// More lines, or longer lines, than a script may have.
    ScriptTooLong = "script_too_long",
    /// An import that cannot be loaded.
    ImportFailed = "import_failed",
    /// A start-up statement failed.
    StartupFailed = "startup_failed",
    /// The start-up statements did not end in time.
    StartupTimedOut = "startup_timed_out",
    /// The program that loads the rules could not run them.
    LoadFailed = "load_failed",
}

impl Code {
    /// How bad a problem with this code is.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::UnknownName
            | Self::UnusedValue
            | Self::ShadowedVariable
            | Self::UnknownChoice
            | Self::MixedComparison
            | Self::DuplicateConstant
            | Self::LostChange
            | Self::UnusedSettings
            | Self::UnknownMember => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// What the guide says about this code.
    #[must_use]
    pub const fn page(self) -> Page {
        match self {
            Self::FileNotFound => files::FILE_NOT_FOUND,
            Self::InvalidPath => files::INVALID_PATH,
            Self::PathEscapes => files::PATH_ESCAPES,
            Self::NotAFile => files::NOT_A_FILE,
            Self::FileTooLarge => files::FILE_TOO_LARGE,
            Self::NotUtf8 => files::NOT_UTF8,
            Self::FileUnreadable => files::FILE_UNREADABLE,
            Self::InvalidJson => manifest::INVALID_JSON,
            Self::UnsupportedVersion => manifest::UNSUPPORTED_VERSION,
            Self::UnknownField => manifest::UNKNOWN_FIELD,
            Self::MissingField => manifest::MISSING_FIELD,
            Self::DuplicateField => manifest::DUPLICATE_FIELD,
            Self::InvalidValue => manifest::INVALID_VALUE,
            Self::InvalidToolName => exports::INVALID_TOOL_NAME,
            Self::DuplicateToolName => exports::DUPLICATE_TOOL_NAME,
            Self::MissingDescription => exports::MISSING_DESCRIPTION,
            Self::UnknownParameter => exports::UNKNOWN_PARAMETER,
            Self::UnknownSetting => settings::UNKNOWN_SETTING,
            Self::DuplicateSetting => settings::DUPLICATE_SETTING,
            Self::ConflictingFields => settings::CONFLICTING_FIELDS,
            Self::UnknownFunction => exports::UNKNOWN_FUNCTION,
            Self::PrivateFunction => exports::PRIVATE_FUNCTION,
            Self::OverloadedFunction => exports::OVERLOADED_FUNCTION,
            Self::MethodFunction => exports::METHOD_FUNCTION,
            Self::InvalidContextFunction => exports::INVALID_CONTEXT_FUNCTION,
            Self::SyntaxError => script::SYNTAX_ERROR,
            Self::MissingType => types::MISSING_TYPE,
            Self::UnknownType => types::UNKNOWN_TYPE,
            Self::MalformedType => types::MALFORMED_TYPE,
            Self::MisplacedType => types::MISPLACED_TYPE,
            Self::DuplicateType => types::DUPLICATE_TYPE,
            Self::TypeCycle => types::TYPE_CYCLE,
            Self::TypeTooLarge => types::TYPE_TOO_LARGE,
            Self::MalformedSettings => settings::MALFORMED_SETTINGS,
            Self::InvalidDefault => settings::INVALID_DEFAULT,
            Self::UnknownName => script::UNKNOWN_NAME,
            Self::UnusedValue => lint::UNUSED_VALUE,
            Self::ShadowedVariable => lint::SHADOWED_VARIABLE,
            Self::UnknownChoice => lint::UNKNOWN_CHOICE,
            Self::MixedComparison => lint::MIXED_COMPARISON,
            Self::DuplicateConstant => lint::DUPLICATE_CONSTANT,
            Self::LostChange => lint::LOST_CHANGE,
            Self::UnusedSettings => settings::UNUSED_SETTINGS,
            Self::UnknownMember => lint::UNKNOWN_MEMBER,
            Self::ScriptTooLong => script::SCRIPT_TOO_LONG,
            Self::ImportFailed => script::IMPORT_FAILED,
            Self::StartupFailed => script::STARTUP_FAILED,
            Self::StartupTimedOut => script::STARTUP_TIMED_OUT,
            Self::LoadFailed => script::LOAD_FAILED,
        }
    }
}

/// The text of `docs/diagnostics.md`: a page for each code.
#[must_use]
pub fn guide() -> String {
    let entry = |code: &Code| guide::entry(code.as_str(), code.page());
    let section =
        |code: &Code| guide::section(code.as_str(), code.severity().as_str(), code.page());
    let mut text = guide::introduction();
    text.push('\n');
    text.extend(Code::ALL.iter().map(entry));
    text.extend(Code::ALL.iter().map(section));
    text
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
